import Lineage
import Testing

@testable import LineageCommand

struct FailureListTests {
  @Test func `documents of all types are counted, however many reasons there are`() {
    var list = FailureList()
    for index in 0..<150 {
      let name = String(repeating: "x", count: index)
      list.add(
        DocumentFailure(.undecodable, message: "At names.\(name): Expected a string."),
        of: "\(index).poem", type: "Poem")
    }
    list.add(DocumentFailure(.unreadable, message: "It is empty."), of: "a", type: "Anthology")
    list.add(DocumentFailure(.unknownType, message: "Add --type."), of: "b")

    #expect(list.count == 152)
    #expect(list.types == ["Poem", "Anthology", nil])
    #expect(list.count(of: "Poem") == 150)
    #expect(list.count(of: "Anthology") == 1)
    #expect(list.count(of: nil) == 1)
    #expect(list.groups(of: "Poem").count == 100)
  }

  @Test func `failures differ in more than numbers if they are in different groups`() {
    var list = FailureList()
    let messages = [
      "At lines[1]: It is null.", "At lines[23]: It is null.", "At words[1]: It is null.",
    ]
    for message in messages + messages.prefix(2) {
      list.add(DocumentFailure(.undecodable, message: message), of: "a", type: "Poem")
    }

    let groups = list.groups(of: "Poem")
    #expect(groups.map(\.documents) == [4, 1])
    #expect(groups.map(\.first.failure.message) == [messages[0], messages[2]])
  }
}
