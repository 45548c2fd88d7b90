// compiles
// swift-format-ignore-file
import LineageMacros

@Fillable struct Keys {
  @Key("created_at") var created = 1
  @Key("") let empty: Int?
  @Key("\u{e9}\"\\") let escaped: Int?
  @Key(#"raw"quote"#) let raw: Int?
  @Key("emoji 🙂") let emoji: Int?
  @Key("self") let me: Int?
}
