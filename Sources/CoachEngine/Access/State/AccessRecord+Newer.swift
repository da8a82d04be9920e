import JSON

extension AccessRecord {
  /// Returns the newer of two saved records of the same person.
  ///
  /// That is the one with the later ``updatedAt``; if these are equal, the one with the later stage. If the stages
  /// are equal, too, the canonical JSON texts decide, so that every comparison, in any order, has the same result.
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
