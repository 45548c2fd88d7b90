// What is recorded about an attempt to decode a value, which may fail.

extension DecodingPlan {
  /// Decodes the value of a member. If that throws, the member no longer counts as read, because the type may catch the
  /// error, unless it was read before.
  @inline(__always)
  func decodeMember(_ field: Field) throws -> Value {
    do {
      return try decode(field)
    } catch {
      field.forgetFailedMember()
      throw error
    }
  }
}

extension Field {
  @inline(never)
  fileprivate func forgetFailedMember() {
    guard state.pointee.marksReads else { return }
    let place = placeOfReads
    if place.state.isReadPermanently(place) { return }
    if let (object, name) = place.state.foreignMember(place) {
      object.reads?.remove(.name(name))
    } else {
      place.state.forgetMemberRead(place.slot, in: place.tree)
    }
  }

  /// The place where it is recorded that types have asked for the value: for a carried value that was encoded, that of
  /// the carried one.
  var placeOfReads: Field {
    var place = self
    while place.slot == 0, place.state.pointee.carryOver.document != nil,
      let base = place.state.pointee.base,
      Int(base.frameIndex) < base.state.pointee.frames.count
    {
      place = base.field
    }
    return place
  }

  /// Records that a value which couldn't be decoded was filled or rejected, so that it isn't reported as unknown too.
  func markReplaced() {
    if state.pointee.marksReads { state.markValueRead(self, isDecoded: false) }
  }

  /// Decodes the value. If that fails and a type catches the error, the report has nothing of it.
  @inline(__always)
  func attempt<Value>(_ decode: () throws -> Value) throws -> Value {
    guard let reportBuilder = state.pointee.reportBuilder else { return try decode() }
    return try placeOfReads.state.undoingReadsIfThrown {
      try state.undoingReadsIfThrown { try reportBuilder.attempt(decode) }
    }
  }

  /// Whether an older version of the value has rejected it.
  var isRejected: Bool {
    tree[slot].flags.contains(.isRejected)
  }

  /// The rejection that an older version has recorded for it.
  var rejection: Rejection? {
    isRejected ? tree.owner.object.rejections[slot] : nil
  }
}
