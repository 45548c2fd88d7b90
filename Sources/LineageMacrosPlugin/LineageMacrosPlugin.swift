import LineageExpansion

/// The program that the compiler starts to expand macros.
///
/// It is nothing but an entry point: a test that depended on a plugin would be built with it as a tool
/// of the compiler, and all other tests of the package, too.
@main
enum LineageMacrosPlugin {
  static func main() { Plugin.run() }
}
