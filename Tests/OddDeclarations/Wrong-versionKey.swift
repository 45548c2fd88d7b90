// warning 4: `version` has the key 'version', where the version of `Stored` is stored. Remove the property if it is for that version, give it another key with `@Key`, or declare a `static let versionLocation` in `Stored` itself.
// warning 5: `version` is a constant, and `Constant` has its version from `@Document`. Remove the property, or mark it `@Ignored`.
// warning 6: `a` has the key 'version', where the version of `Written` is stored. Remove the property if it is for that version, give it another key with `@Key`, or declare a `static let versionLocation` in `Written` itself.
// warning 7: `a` has the key 'version', where the version of `Own` is stored. Remove the property if it is for that version, give it another key with `CodingKeys`, or declare a `static let versionLocation` in `Own` itself.
// warning 8: `a` has the key 'format', where the version of `Elsewhere` is stored. Remove the property if it is for that version, give it another key with `@Key`, or change the `versionLocation`.
// swift-format-ignore-file
import LineageMacros

@Document(version: 1) struct Stored { var version = 2 }
@Document(version: 1) struct Constant { let version = 1; let a: Int }
@Document(version: 1) struct Written { @Key("version") var a = 3 }
@Document(version: 1) struct Own { var a = 3; enum CodingKeys: String, CodingKey { case a = "version" } }
@Document(version: 1) struct Elsewhere { static let versionLocation = VersionLocation.key("format"); var version = 1; @Key("format") let a: Int }
