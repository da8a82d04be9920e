import Documents
import Testing
import TestKit

/// Random values, written and damaged. `COACHKIT_CASES` sets their number and `COACHKIT_SEED` selects one; `make soak`
/// runs many more.
@Suite("Repairs never invent content")
struct RepairedJSONPropertyTests {
  private static let seeds = TestCases.seeds(400)

  @Test("valid JSON is unchanged, also in a code fence and in prose")
  func valid() {
    for seed in Self.seeds {
      var random = RandomJSON(seed: seed)
      let value = random.value(depth: 4)
      for style in [JSONValue.Style.compact, .indented(2), .canonical] {
        check(value.text(style), value, [], seed)
      }
      let container = random.container(depth: 4)
      for text in [container.text(), container.text(.indented(3))] {
        check("```json\n\(text)\n```", container, [.fence], seed)
        check("I'd say:\n\n```\n\(text)\n```\nSo.", container, [.fence], seed)
        check("It's \"this\": \(text)\nIsn't it [so]?", container, [.surroundings], seed)
      }
    }
  }

  private func check(
    _ text: String, _ value: JSONValue, _ repairs: [JSONRepair], _ seed: UInt64
  ) {
    let repaired = RepairedJSON(text)
    #expect(repaired?.value == value, "seed \(seed): \(text)")
    #expect(repaired?.repairs == repairs, "seed \(seed): \(text)")
    if value.text(.compact) == text { #expect(repaired?.value.text() == text, "seed \(seed)") }
  }

  @Test("the repair of a truncated value is a prefix of the value")
  func cuts() {
    for seed in Self.seeds {
      var random = RandomJSON(seed: seed)
      let value = random.container(depth: 4)
      let text = value.text(random.next(2) == 0 ? .compact : .indented(1))
      for _ in 0..<8 {
        let length = 1 + random.next(text.unicodeScalars.count - 1)
        let cut = String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
        guard let repaired = RepairedJSON(cut) else {
          Issue.record("seed \(seed): nothing was read of \(cut)")
          continue
        }
        #expect(repaired.repairs == [.cut], "seed \(seed): \(cut)")
        #expect(isBeginning(repaired.value, of: value), "seed \(seed): \(cut)")
      }
    }
  }

  private func isBeginning(_ part: JSONValue, of whole: JSONValue) -> Bool {
    switch (part, whole) {
    case (.object(let some), .object(let all)):
      some.allSatisfy { name, value in
        all[name].map { isBeginning(value, of: $0) } ?? false
      }
    case (.array(let some), .array(let all)):
      some.count <= all.count && zip(some, all).allSatisfy { isBeginning($0, of: $1) }
    case (.string(let some), .string(let all)): all.utf8.starts(with: some.utf8)
    // A number may have been cut among its digits.
    case (.integer, .integer), (.integer, .number), (.number, .number): true
    default: part == whole
    }
  }

  @Test("for arbitrary bytes, the result is a value that can be written")
  func mutations() {
    let marks = Array("{}[]\",:'`#/*\\u0e+-.tn \n\u{1}“’".utf8)
    for seed in Self.seeds {
      var random = RandomJSON(seed: seed)
      var bytes = Array(random.value(depth: 5).text().utf8)
      for _ in 0...random.next(6) {
        let at = random.next(bytes.count + 1)
        switch random.next(4) {
        case 0: bytes.insert(marks[random.next(marks.count)], at: at)
        case 1 where at < bytes.count: bytes[at] = UInt8(random.next(256))
        case 2 where at < bytes.count: bytes.remove(at: at)
        case 3: bytes = Array(bytes.prefix(at))
        default: break
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let repaired = RepairedJSON(text) else { continue }
      let again = RepairedJSON(repaired.value.text())
      #expect(again?.value == repaired.value, "seed \(seed): \(text)")
      #expect(again?.repairs == [], "seed \(seed): \(text)")
      #expect(Set(repaired.repairs).count == repaired.repairs.count, "seed \(seed): \(text)")
    }
  }
}

/// Numbers from a seed, and JSON values made of them.
private struct RandomJSON {
  private var numbers: SplitMix

  init(seed: UInt64) {
    numbers = SplitMix(seed: seed)
  }

  mutating func bits() -> UInt64 { numbers.next() }

  /// A number below a bound.
  mutating func next(_ bound: Int) -> Int { Int(bits() % UInt64(bound)) }

  private static let pieces = [
    "a", "word", "é", "e\u{301}", "😀", "👩🏽‍💻", "\"", "\\", "\n", "\r", "\t", "\u{1}", "\u{2028}",
    "{", "}", "[", "]", ",", ":", "'", "//", "/*", "*/", "#", "“", "”", "‘", "’", " ", "\\u00", "-",
  ]

  mutating func text() -> String {
    (0..<next(6)).map { _ in Self.pieces[next(Self.pieces.count)] }.joined()
  }

  mutating func value(depth: Int) -> JSONValue {
    switch next(depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .bool(next(2) == 0)
    case 2: .integer(Int(truncatingIfNeeded: bits()) >> next(64))
    case 3: .number(number())
    case 4, 5: .string(text())
    default: container(depth: depth)
    }
  }

  mutating func container(depth: Int) -> JSONValue {
    let count = next(5)
    if next(2) == 0 { return .array((0..<count).map { _ in value(depth: depth - 1) }) }
    var object: JSONObject = [:]
    for _ in 0..<count {
      let name = text()
      object[name] = value(depth: depth - 1)
    }
    return .object(object)
  }

  private mutating func number() -> Double {
    let drawn = Double(bitPattern: bits())
    return drawn.isFinite ? drawn : 0.5
  }
}
