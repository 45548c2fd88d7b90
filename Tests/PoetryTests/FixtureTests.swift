import LineageTesting
import Testing

@testable import PoetryDocuments

@Test func `every shipped poem still opens`() throws {
  try MigrationFixtures(of: Poem.self).check()
}

@Test func `every shipped anthology still opens`() throws {
  try MigrationFixtures(of: Anthology.self).check()
}

@Test func `every shipped file of settings still opens`() throws {
  try MigrationFixtures(of: ReaderSettings.self).check()
}

@Test func `any poem migrates or is rejected with a clear error`() throws {
  try MigrationFixtures(of: Poem.self).fuzz(iterations: 1_000, seed: 1)
}

@Test func `any anthology migrates or is rejected with a clear error`() throws {
  try MigrationFixtures(of: Anthology.self).fuzz(iterations: 1_000, seed: 1)
}

@Test func `any file of settings migrates or is rejected with a clear error`() throws {
  try MigrationFixtures(of: ReaderSettings.self).fuzz(iterations: 1_000, seed: 1)
}
