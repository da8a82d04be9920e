#if Postgres
  import CoachAccess
  import Testing
  import TestKit

  @testable import PostgresUsage

  @Suite("Parts of connections")
  struct ConnectionPartsTests {
    @Test("nothing prints an address")
    func redactedAddress() throws {
      let address = try PostgresAddress(
        "postgresql://ana:pass-secret@host-secret/base-secret", timeouts: PostgresTimeouts())
      var dumped = ""
      dump(address, to: &dumped)
      for text in ["\(address)", String(reflecting: address), dumped] {
        #expect(!text.contains("secret"), "\(text)")
      }
    }

    @Test(
      "codes are found in the messages of libpq",
      arguments: [
        ("connection to server at \"a\", port 1 failed: FATAL:  28P01\n", "28P01"),
        ("connection failed: x\nconnection failed: FATAL:  3D000\n", "3D000"),
        ("failed: FATAL:  28P01\nfailed: FATAL:  57P03", "57P03"),
        ("failed: FATAL:  password authentication failed\n", nil),
        ("failed: FATAL:  not so\nConnection refused\n", nil), ("", nil),
      ] as [(String, String?)])
    func codes(message: String, code: String?) {
      expect(PostgresConnection.sqlState(in: message), equals: code)
    }

    @Test("pauses begin after the second failure, double and stay below their limit")
    func pauses() {
      let ranges = [0, 1, 2, 3, 4, 6, 7, 100, Int.max].map {
        Backoff.conflicts.range(after: $0).positiveMilliseconds
      }
      #expect(ranges == [1, 1, 2, 4, 8, 32, 32, 32, 32])
      #expect(Backoff.connecting.range(after: 0) == .zero)
      #expect(Backoff.connecting.range(after: 1) == .zero)
    }

    @Test("numbers survive the binary format", arguments: [0, 1, -1, 256, .max, .min] as [Int64])
    func numbers(number: Int64) {
      expect(PostgresRow(columns: [Array(bigint: number)]).integer(0), equals: number)
    }

    @Test("a write is found in the history that it began, followed by those of others")
    func history() {
      let stores = (0..<40).map { UInt64($0) }
      let start = RowHistory(RowVersion(by: 0))
      let write = RowVersion(by: 1)
      var with = start.adding(write)
      var without = start
      #expect(with.contains(write, after: start) == true)
      #expect(without.contains(write, after: start) == false)
      for store in stores[2...16] {
        for _ in 0..<3 {
          with = with.adding(RowVersion(by: store))
          without = without.adding(RowVersion(by: store))
        }
        #expect(with.contains(write, after: start) == true, "\(store)")
        #expect(without.contains(write, after: start) == false, "\(store)")
        let read = RowHistory(version: with.version.bytes, earlier: with.earlierBytes)
        #expect(read == with)
      }
      // Another store displaces what could be recognised.
      with = with.adding(RowVersion(by: 17))
      without = without.adding(RowVersion(by: 17))
      #expect(with.contains(write, after: start) == nil)
      #expect(without.contains(write, after: start) == nil)
      // The full list of old stores is enough to tell.
      #expect(with.contains(RowVersion(by: 30), after: with) == false)
      #expect(with.adding(RowVersion(by: 31)).contains(RowVersion(by: 30), after: with) == false)
      #expect(with.contains(RowVersion(by: 30), after: nil) == nil)
    }

    @Test("the ledgers that were used least recently leave the memory")
    func cache() {
      var cache = LedgerCache(capacity: 16)
      func stored(_ number: Int) -> StoredLedger {
        StoredLedger(
          history: RowHistory(RowVersion(by: UInt64(number))), ledger: UsageLedger())
      }
      for number in 0..<16 { cache.set(stored(number), of: [UInt8(number)]) }
      _ = cache.ledger(of: [0])
      cache.set(stored(16), of: [16])
      expect(cache.count, equals: 15)
      let missing = (0...16).filter { cache.ledger(of: [UInt8($0)]) == nil }
      #expect(missing == [1, 2])
      cache.set(nil, of: [0])
      #expect(cache.ledger(of: [0]) == nil)
      var none = LedgerCache(capacity: 0)
      none.set(stored(1), of: [1])
      #expect(none.ledger(of: [1]) == nil)
    }
  }
#endif
