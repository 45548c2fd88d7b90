// error 5: Documents are encoded and decoded on any thread, so `Poem` can't be isolated to `StoreActor`. Keep its data in a struct, and make that `@Fillable`.
// swift-format-ignore-file
import LineageMacros

@globalActor actor StoreActor { static let shared = StoreActor() }
@StoreActor @Fillable final class Poem { var a = 1 }
