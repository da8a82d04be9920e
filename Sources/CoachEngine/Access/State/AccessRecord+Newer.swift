import JSON

extension AccessRecord {
  /// Of two saved records of one person, the one that holds.
  ///
  /// That is the one with the latest ``updatedAt``; of two with the same time, the one whose stage is
  /// further. Where these are alike too, their texts decide, so that whoever compares them, in whatever
  /// order, keeps the same one.
  public static func newer(
    of first: AccessRecord, _ second: AccessRecord, policy: AccessPolicy = .standard
  ) -> AccessRecord {
    if first.updatedAt != second.updatedAt {
      return first.updatedAt > second.updatedAt ? first : second
    }
    let stages = [first, second].map { $0.stage(at: $0.updatedAt, policy: policy) }
    if stages[0] != stages[1] { return stages[0] > stages[1] ? first : second }
    return first.json.text(.canonical) > second.json.text(.canonical) ? first : second
  }
}
