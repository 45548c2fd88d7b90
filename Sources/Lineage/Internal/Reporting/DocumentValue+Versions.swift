// Comparing values of a document with those of a tree in memory, which has the versions of values beside them.

extension DocumentValue {
  /// Whether a document has this for a value in a tree in memory.
  func isDocument(of value: DocumentValue, at slot: UInt32, in tree: DocumentTree) -> Bool {
    tree.hasVersions && isDocument(of: value, at: slot, in: tree, with: [])
  }

  /// - Parameter versions: The versions of the enclosing objects that may be in this one.
  private func isDocument(
    of value: DocumentValue, at slot: UInt32, in tree: DocumentTree, with versions: [PlacedVersion]
  ) -> Bool {
    switch (self, value) {
    case (.array(let own), .array(let elements)):
      // The location of a version doesn't lead through arrays.
      let slots = Array(tree.view.children(of: slot))
      return own.count == elements.count && slots.count == elements.count
        && elements.indices.allSatisfy {
          own[$0] == elements[$0] || own[$0].isDocument(of: elements[$0], at: slots[$0], in: tree)
        }
    case (.object(var own), .object(let members)):
      let versions = versions + PlacedVersion.recorded(of: slot, in: tree)
      for (name, member) in members {
        let slot = tree.view.member(name, of: slot)
        guard let written = own[name],
          written == member
            || slot != 0
              && written.isDocument(
                of: member, at: slot, in: tree, with: versions.compactMap { $0.inside(name) })
        else { return false }
        own[name] = nil
      }
      return own.isEmpty || DocumentValue.object(own).contains(onlyVersions: versions)
    default: return false
    }
  }

  /// Whether the value is one of the versions, or an object of such values.
  private func contains(onlyVersions versions: [PlacedVersion]) -> Bool {
    if let object {
      return !object.isEmpty
        && object.allSatisfy { name, member in
          member.contains(onlyVersions: versions.compactMap { $0.inside(name) })
        }
    }
    return versions.contains { $0.keys.isEmpty && $0.version == possibleVersion }
  }
}

/// A version that a document has inside a value.
private struct PlacedVersion {
  /// The keys from the value to the version.
  let keys: ArraySlice<String>
  let version: AnyVersion

  /// The versions that were recorded for a value.
  static func recorded(of slot: UInt32, in tree: DocumentTree) -> [PlacedVersion] {
    guard let recorded = tree.version(of: slot), let location = tree.versionLocation(of: slot),
      let readableSince = location.readableSince
    else { return [] }
    let own = PlacedVersion(keys: location.keys[...], version: recorded.version)
    let since = recorded.readableSince.map {
      PlacedVersion(keys: readableSince.keys[...], version: $0)
    }
    return [own] + [since].compactMap(\.self)
  }

  /// The version as seen from a member; nil if it is elsewhere. A strategy may have converted the name.
  func inside(_ name: String) -> PlacedVersion? {
    guard let key = keys.first, key == name || key == SnakeCase.camel(name) else { return nil }
    return PlacedVersion(keys: keys.dropFirst(), version: version)
  }
}
