import Foundation
import Lineage

extension Group {
  /// The cost of the library's features: Lineage with and without each one.
  static func costs() -> Group {
    Group(
      name: "cost",
      explanation: "Times what Lineage takes for the same without it.",
      columns: ["without", "with"], ratio: .cost,
      cases: [
        tenVersionsOld, carryingOver, chainOfAThousand, aThirdFilled, unknownFields, openEnums,
        report,
      ])
  }

  private static func cost<Without: VersionedCodable, With: VersionedCodable>(
    without: (Without.Type, Data), with: (With.Type, Data)
  ) -> Subject {
    let decoder = JSONDecoder()
    return Subject(
      bytes: with.1.count,
      work: [
        .repeated { _ = try decoder.decode(versioned: without.0, from: without.1) },
        .repeated { _ = try decoder.decode(versioned: with.0, from: with.1) },
      ])
  }

  /// A document that is ten versions old, against a current one.
  private static var tenVersionsOld: Case {
    Case(name: "cost/ten-versions-old") {
      let old = Growth0.sample()
      return try cost(
        without: (Growth10.self, JSONEncoder().encode(versioned: Growth10(rows: old.rows))),
        with: (Growth10.self, JSONEncoder().encode(versioned: old)))
    }
  }

  /// A small document whose step carries its fields over, against one whose step assigns them.
  private static var carryingOver: Case {
    Case(name: "cost/carrying-over") {
      let old = try Display.olderDocument.makeText(.full)
      return cost(without: (AssigningDisplay.self, old), with: (Display.self, old))
    }
  }

  /// A current document whose type has 999 older versions, against a type that has none.
  private static var chainOfAThousand: Case {
    Case(name: "cost/chain-of-a-thousand") {
      func document(_ version: Int) throws -> Data {
        let rows = try JSONEncoder().encode(Row.sample(150))
        return Data(#"{"rows":"#.utf8) + rows + Data(#","version":\#(version)}"#.utf8)
      }
      func against<Newest: Generation>(_ newest: Newest.Type) throws -> Subject {
        try cost(
          without: (Generations.First.self, document(1)), with: (newest, document(1000)))
      }
      return try against(Generations.newest(of: 1000))
    }
  }

  /// A document without two of the six fields of each record, against the complete one.
  private static var aThirdFilled: Case {
    Case(name: "cost/a-third-filled") {
      let complete = try JSONEncoder().encode(versioned: Growth10(rows: Row.sample(150)))
      return try cost(
        without: (Growth10.self, complete),
        with: (Growth10.self, complete.removing(["email", "isActive"])))
    }
  }

  private static var contacts: Data {
    get throws {
      try JSONEncoder().encode(versioned: Contacts(contacts: PlainContact.sample(150)))
    }
  }

  /// A type with `UnknownFields`, for documents without any.
  private static var unknownFields: Case {
    Case(name: "cost/unknown-fields") {
      try cost(
        without: (Contacts<PlainContact>.self, contacts),
        with: (Contacts<KeepingContact>.self, contacts))
    }
  }

  /// An `OpenEnum` against a plain enum.
  private static var openEnums: Case {
    Case(name: "cost/open") {
      try cost(
        without: (Contacts<PlainContact>.self, contacts),
        with: (Contacts<OpenContact>.self, contacts))
    }
  }

  private static var report: Case {
    Case(name: "cost/report") {
      let data = try contacts
      let decoder = JSONDecoder()
      return Subject(
        bytes: data.count,
        work: [
          .repeated { _ = try decoder.decode(versioned: Contacts<PlainContact>.self, from: data) },
          .repeated {
            var report = MigrationReport()
            _ = try decoder.decode(
              versioned: Contacts<PlainContact>.self, from: data, report: &report)
          },
        ])
    }
  }
}
