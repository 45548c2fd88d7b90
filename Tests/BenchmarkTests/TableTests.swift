import Testing

@testable import Benchmark

struct TableTests {
  private func footer(_ ratio: Group.Ratio, _ ratios: [Double]) -> String {
    let group = Group(
      name: "decode", explanation: "", columns: ["Foundation", "Lineage"], ratio: ratio, cases: [])
    let measurements = ratios.enumerated().map { number, ratio in
      Measurement(
        name: "decode/case-\(number)", bytes: 1,
        columns: [
          Measurement.Column(name: "Foundation", amount: Figure(of: [ratio]), ratio: nil),
          Measurement.Column(name: "Lineage", amount: Figure(of: [1]), ratio: Figure(of: [ratio])),
        ])
    }
    return Table(group: group).footer(measurements)
  }

  @Test func `the geometric mean comes with the slowest case`() {
    #expect(
      footer(.speed, [4, 1, 2]) == "geometric mean of Lineage: 2.00×; the slowest: case-1 1.00×\n")
  }

  @Test func `costs and fewer than three cases have no mean`() {
    #expect(footer(.cost, [4, 1, 2]) == "")
    #expect(footer(.speed, [4, 1]) == "")
  }
}
