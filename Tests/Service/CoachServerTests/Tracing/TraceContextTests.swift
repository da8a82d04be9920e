#if Server
  import Testing
  import TestKit

  @testable import CoachServer

  @Suite("W3C's trace context")
  struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test("A header is read and written")
    func roundTrip() throws {
      for flags in ["00", "01"] {
        let header = "00-\(Self.trace)-\(Self.span)-\(flags)"
        let context = try #require(TraceContext(parent: header, state: nil))
        expect(context.parentHeader, equals: header)
        expect(context.isSampled, equals: flags == "01")
        #expect(context.isRemote)
      }
    }

    @Test("Unknown flags, and the fields of later versions, are ignored")
    func laterVersions() throws {
      for header in [
        "00-\(Self.trace)-\(Self.span)-ff", "01-\(Self.trace)-\(Self.span)-03",
        "cc-\(Self.trace)-\(Self.span)-01-what-comes-later",
      ] {
        let context = try #require(TraceContext(parent: header, state: nil), "\(header)")
        expect(context.parentHeader, equals: "00-\(Self.trace)-\(Self.span)-01")
      }
    }

    @Test(
      "What is not a valid header is ignored",
      arguments: [
        "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-0", "00-\(trace)-\(span)-01-",
        "00-\(trace)-\(span)-01-more", "cc-\(trace)-\(span)-011", "ff-\(trace)-\(span)-01",
        "00-\(String(repeating: "0", count: 32))-\(span)-01", "00-\(trace)-0000000000000000-01",
        "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span)-0G",
        "00_\(trace)-\(span)-01", "00-\(trace)_\(span)-01", "00-\(trace)-\(span)_01",
        "0x-\(trace)-\(span)-01", " 00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01 ",
        "00-\(trace)-00f067aa0ba902é-01", "+0-\(trace)-\(span)-01",
      ])
    func invalid(header: String) {
      #expect(TraceContext(parent: header, state: nil) == nil)
    }

    @Test("A state is passed on only if it can be a header")
    func state() {
      let parent = "00-\(Self.trace)-\(Self.span)-01"
      let valid = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"
      expect(TraceContext(parent: parent, state: valid)?.state, equals: valid)
      for state in ["", "a=1\r\nx: y", "a=ü", String(repeating: "a", count: 513)] {
        expect(TraceContext(parent: parent, state: state)?.state, equals: nil)
      }
    }

    @Test("Random identifiers have all their digits and are never zero")
    func randomIdentifiers() {
      var zero = ConstantRandom(value: 0)
      expect(
        TraceID(using: &zero).hex, equals: "00000000000000000000000000000001")
      expect(SpanID(using: &zero).hex, equals: "0000000000000001")
      var random = SplitMix(seed: 1)
      let identifiers = (0..<1000).map { _ in TraceID(using: &random) }
      expect(Set(identifiers.map(\.hex)).count, equals: 1000)
      #expect(identifiers.allSatisfy { TraceID(hex: $0.hex.utf8) == $0 })
    }
  }

  struct ConstantRandom: RandomNumberGenerator, Sendable {
    var value: UInt64

    mutating func next() -> UInt64 { value }
  }
#endif
