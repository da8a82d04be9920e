import JSON

/// A step from a JSON value to one inside it.
package enum JSONStep: Sendable, Hashable {
  case member(String)
  case element(Int)
}

/// Finds the position of a value in a JSON text, for diagnostics.
///
/// Parsed values do not store their positions, most of which are never needed. The text is scanned again when one is.
/// It must be valid JSON; for any other text the position that was reached is returned.
package enum JSONPlace {
  /// Returns the offset of the value at the end of a path, or of the last one on the path that exists.
  package static func offset(of path: [JSONStep], in text: ArraySlice<UInt8>) -> Int {
    var walker = JSONWalker(text: text)
    walker.skipSpace()
    for step in path {
      let before = walker.at
      guard walker.enter(step) else { return before }
    }
    return min(walker.at, text.endIndex)
  }

  /// Returns the offsets of all elements of the list at the end of a path, in one pass.
  static func elements(of path: [JSONStep], in text: ArraySlice<UInt8>) -> [Int] {
    var walker = JSONWalker(text: text)
    walker.at = offset(of: path, in: text)
    return walker.elements()
  }
}

private struct JSONWalker {
  let text: ArraySlice<UInt8>
  var at: Int

  init(text: ArraySlice<UInt8>) {
    self.text = text
    at = text.startIndex
  }

  private var byte: UInt8? { at < text.endIndex ? text[at] : nil }

  mutating func skipSpace() {
    while let byte, byte.isJSONSpace { at += 1 }
  }

  /// Moves to a member or an element of the value that begins here; the position is undefined if there is none.
  mutating func enter(_ step: JSONStep) -> Bool {
    let open = byte
    var number = 0
    at += 1
    while true {
      skipSpace()
      guard let byte, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else { return false }
      switch (open, step) {
      case (UInt8(ascii: "{"), .member(let name)):
        let key = string()
        skipSpace()
        at += 1
        skipSpace()
        if key == name { return true }
      case (UInt8(ascii: "["), .element(let wanted)):
        if number == wanted { return true }
      default: return false
      }
      skipValue()
      number += 1
      skipSpace()
      if self.byte == UInt8(ascii: ",") { at += 1 }
    }
  }

  /// Returns the offsets of the elements of the list that begins here.
  mutating func elements() -> [Int] {
    var found: [Int] = []
    guard byte == UInt8(ascii: "[") else { return found }
    at += 1
    while true {
      skipSpace()
      guard let byte, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") else { return found }
      found.append(at)
      skipValue()
      skipSpace()
      if self.byte == UInt8(ascii: ",") { at += 1 }
    }
  }

  private mutating func string() -> String {
    let start = at
    skipString()
    return (try? JSONValue(parsing: text[start..<at]))?.string ?? ""
  }

  private mutating func skipString() {
    at += 1
    while let byte, byte != UInt8(ascii: "\"") { at += byte == UInt8(ascii: "\\") ? 2 : 1 }
    at = min(at + 1, text.endIndex)
  }

  private mutating func skipValue() {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        // The end of the enclosing value.
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          at += 1
          return
        }
      case UInt8(ascii: ","): if depth == 0 { return }
      default: break
      }
      at += 1
    }
  }
}
