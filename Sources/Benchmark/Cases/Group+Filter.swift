import Foundation
import Lineage
import LineageCommand

extension Group {
  /// Lines of JSON through the filter, beside the work on their documents that it can't do without.
  static func filtering(_ scale: Scale) -> Group {
    let count = scale == .full ? 20_000 : 100
    return Group(
      name: "filter",
      explanation: """
        Times what it takes to copy the lines, for those that are current, and to decode and encode their documents, \
        for those that are migrated.
        """,
      columns: ["without", "filter", "2-jobs"], ratio: .cost,
      cases: [
        Case(name: "filter/current") {
          let line = try JSONEncoder().encode(versioned: Growth<Growth0>(rows: Row.sample(3)))
          return try filtering(Data(Array(repeating: line + [0x0A], count: count).joined())) {
            input, output in
            while case let part = try input.read(upToCount: 1 << 18) ?? Data(), !part.isEmpty {
              try output.write(contentsOf: part)
            }
          }
        },
        Case(name: "filter/migrated") {
          let line = try JSONEncoder().encode(versioned: Growth0(rows: Row.sample(3)))
          return try filtering(Data(Array(repeating: line + [0x0A], count: count / 4).joined())) {
            _, output in
            for _ in 0..<count / 4 {
              let value = try JSONDecoder().decode(versioned: Growth<Growth0>.self, from: line)
              try output.write(contentsOf: JSONEncoder().encode(versioned: value))
            }
          }
        },
      ])
  }

  private static func filtering(
    _ lines: Data, without work: @escaping (FileHandle, FileHandle) throws -> Void
  ) throws -> Subject {
    let folder = try Folder()
    let file = folder.url.appending(path: "lines.ndjson")
    try lines.write(to: file)
    let output = try FileHandle(forWritingTo: URL(filePath: "/dev/null"))
    let migration = Migration { Documents(of: Growth<Growth0>.self, named: "*.json") }
    let filters = [1, 2].map { jobs in
      Work.timed {
        withExtendedLifetime(folder) {}
        let input = try FileHandle(forReadingFrom: file)
        var options = FilterOptions()
        options.jobs = jobs
        _ = try migration.filter(
          from: input.fileDescriptor, to: output.fileDescriptor, options: options)
        try input.close()
      }
    }
    return Subject(
      bytes: lines.count,
      work: [
        .timed {
          withExtendedLifetime(folder) {}
          let input = try FileHandle(forReadingFrom: file)
          try work(input, output)
          try input.close()
        }
      ] + filters)
  }
}
