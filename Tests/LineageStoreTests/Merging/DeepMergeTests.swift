import Foundation
import Lineage
import LineageStore
import Testing

/// Documents that are nested deeply, on threads with small stacks.
struct DeepMergeTests {
  struct Tree: VersionedCodable, Sendable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var content: DocumentValue
  }

  enum Shape: String, CaseIterable, Sendable {
    case arrays, lists, objects, identified, entries

    /// A document with a number in the innermost value.
    func document(_ depth: Int, _ number: String) -> Data {
      let (opening, closing, levels) =
        switch self {
        case .arrays: ("[", "]", 1)
        case .lists: ("[0,", ",1]", 1)
        case .objects: (#"{"a":"#, "}", 1)
        case .identified: (#"[{"id":1,"a":"#, "}]", 2)
        case .entries: (#"[{"a":"#, "}]", 2)
        }
      func repeated(_ text: String) -> String { String(repeating: text, count: depth / levels) }
      return Data(
        #"{"content":\#(repeated(opening))[\#(number)]\#(repeated(closing)),"version":1}"#.utf8)
    }
  }

  private func onThread(
    stack: Int, _ body: @escaping @Sendable () -> String
  ) async -> String {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = stack
      thread.start()
    }
  }

  /// What becomes of a merge of documents with these numbers: base, mine and theirs.
  private func outcome(
    of numbers: [String], _ shape: Shape, _ depth: Int, stack: Int
  ) async -> String {
    let conflict = Conflict(
      of: Tree.self, base: shape.document(depth, numbers[0]),
      mine: shape.document(depth, numbers[1]), theirs: shape.document(depth, numbers[2]))
    return await onThread(stack: stack) {
      do {
        let merged = try conflict.merged(as: Tree.self)
        return try JSONEncoder().encode(versioned: merged) == conflict.mine ? "mine" : "theirs"
      } catch is FieldConflicts {
        return "conflict"
      } catch {
        return "\(error)"
      }
    }
  }

  private static let depths = [10, 50, 80, 100, 150, 200, 300, 400, 509]

  private static let tooDeep = """
    The document (Tree) can't be opened: it nests too deeply for the stack of this thread. Nothing was changed. Try \
    again on a thread with a larger stack.
    """

  @Test(arguments: Shape.allCases)
  func `documents too deep to be merged on a small stack are an error`(_ shape: Shape) async {
    for depth in Self.depths {
      for (numbers, result) in [("123", "conflict"), ("121", "mine"), ("112", "theirs")] {
        for stack in [512 << 10, 8 << 20] {
          let outcome = await outcome(of: numbers.map(String.init), shape, depth, stack: stack)

          let mayFail = depth > 50 && stack < 8 << 20 && result == "conflict"
          #expect(outcome == result || mayFail && outcome == Self.tooDeep, "\(depth) levels")
        }
      }
    }
  }

  @Test(arguments: Shape.allCases)
  func `a document too deep to be compared on a small stack is an error`(_ shape: Shape) async {
    let text = """
      The document (Tree) wasn't written, because it nests too deeply for the stack of this thread. The stored document \
      is intact. Try again on a thread with a larger stack.
      """
    for depth in Self.depths {
      for stack in [512 << 10, 8 << 20] {
        let outcome = await onThread(stack: stack) {
          do {
            let value = try OpenedDocument<Tree>(shape.document(depth, "1")).value
            try PendingDocument(first: value).verify(stored: shape.document(depth, "1.0"))
            return "verified"
          } catch {
            return "\(error)"
          }
        }

        let mayFail = depth > 50 && stack < 8 << 20
        #expect(outcome == "verified" || mayFail && outcome == text, "\(depth) levels")
      }
    }
  }

  /// A newer version, in which the innermost value is another one each time that it is made.
  private struct NewTree: VersionedCodable, Sendable {
    static let version = 2
    typealias PreviousVersion = Tree
    var content: DocumentValue

    init(from old: Tree) throws {
      content = .string(UUID().uuidString)
      var rest = old.content
      while let inner = rest.array?.first ?? rest["a"] {
        content = rest.array == nil ? ["a": content] : [content]
        rest = inner
      }
    }
  }

  @Test(arguments: [Shape.arrays, .objects])
  func `older documents too deep to be merged on a small stack are an error`(_ shape: Shape) async {
    for depth in Self.depths {
      for stack in [512 << 10, 8 << 20] {
        let conflict = Conflict(
          of: NewTree.self, base: shape.document(depth, "1"), mine: shape.document(depth, "1"),
          theirs: shape.document(depth, "1"))
        let outcome = await onThread(stack: stack) {
          do {
            _ = try conflict.merged(as: NewTree.self)
            return "merged"
          } catch is FieldConflicts {
            return "conflict"
          } catch {
            return "\(error)"
          }
        }

        let mayFail = depth > 50 && stack < 8 << 20
        let text = Self.tooDeep.replacing("(Tree)", with: "(NewTree)")
        #expect(outcome == "conflict" || mayFail && outcome == text, "\(depth) levels")
      }
    }
  }
}
