#if Postgres
  /// A name for one write of a row: the store that made it, and a random number that no other write of that has.
  ///
  /// Random numbers, not a sequence of the database: a standby that takes over may not have received the last writes,
  /// and would give out their numbers again.
  struct RowVersion: Sendable, Hashable {
    /// The bytes in the database.
    let bytes: [UInt8]

    static let length = 16

    /// A version for a new write.
    ///
    /// Not from a source that a caller may seed: two processes must never choose the same one.
    init(by writer: UInt64) {
      bytes =
        [UInt8](bigint: Int64(bitPattern: writer))
        + [UInt8](bigint: Int64(bitPattern: .random(in: .min ... .max)))
    }

    init(bytes: some Sequence<UInt8>) {
      self.bytes = Array(bytes)
    }

    fileprivate var writer: ArraySlice<UInt8> { bytes.prefix(8) }
  }

  /// The present version of a row, and the last version of each store that wrote before.
  ///
  /// A store has one write of a row at a time. So it finds a write whose reply was lost again, however often others have
  /// written since, as long as these are not many different ones.
  struct RowHistory: Sendable, Hashable {
    let version: RowVersion
    /// The versions before, the latest first, one for each store.
    private(set) var earlier: [RowVersion] = []

    /// The number of stores that are remembered beside that of the present version.
    static let maximumEarlier = 15

    /// The history of a row that is created.
    init(_ version: RowVersion) {
      self.version = version
    }

    /// The history of a row as it is read.
    init(version: [UInt8], earlier: [UInt8]) {
      self.version = RowVersion(bytes: version)
      self.earlier = stride(from: 0, to: earlier.count, by: RowVersion.length).map {
        RowVersion(bytes: earlier[$0...].prefix(RowVersion.length))
      }
    }

    /// The bytes of ``earlier`` in the database.
    var earlierBytes: [UInt8] { earlier.flatMap(\.bytes) }

    /// The history after another write.
    func adding(_ version: RowVersion) -> RowHistory {
      var next = RowHistory(version)
      next.earlier = Array(
        ([self.version] + earlier).filter { $0.writer != version.writer }
          .prefix(Self.maximumEarlier))
      return next
    }

    /// Whether a write that was meant to follow another history is part of this one; `nil` if nobody can tell.
    func contains(_ write: RowVersion, after start: RowHistory?) -> Bool? {
      let versions = [version] + earlier
      if versions.contains(write) { return true }
      // It would be in front of whatever was there before it.
      let isComplete = earlier.count < Self.maximumEarlier
      let before = start.map { [$0.version] + $0.earlier } ?? []
      return isComplete || versions.contains { before.contains($0) } ? false : nil
    }
  }
#endif
