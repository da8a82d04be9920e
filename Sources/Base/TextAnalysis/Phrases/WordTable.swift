/// Words and their numbers, from 0 in the order in which they were added.
///
/// A message has thousands of words and phrases have thousands more, so words are compared as numbers. Finding the
/// number of a word takes one look at a hash table of flat arrays, which a build can write as a table.
package struct WordTable: Sendable {
  /// The letters of all words, one word after the other, in UTF-8 bytes.
  private var letters: [UInt8] = []
  private var places = PackedRanges()
  /// By hash, the number of a word; -1 for none. At most half of them are in use.
  private var slots: [Int32] = []

  package init() {}

  package var count: Int { places.count }

  /// The number that stands for any word that the table does not have.
  package static let unknown: Int32 = -1

  /// Returns the number of the word in a range of bytes, or ``unknown``.
  package func number(of range: Range<Int>, in bytes: [UInt8]) -> Int32 {
    guard !slots.isEmpty else { return Self.unknown }
    return bytes.withUnsafeBufferPointer { bytes in
      let word = UnsafeBufferPointer(rebasing: bytes[range])
      return slots[slot(of: word)]
    }
  }

  /// Returns the number of a word, or ``unknown``.
  package func number(of word: String) -> Int32 {
    let bytes = Array(word.utf8)
    return number(of: bytes.indices, in: bytes)
  }

  /// Returns the number of a word, and adds it if it is new.
  package mutating func insert(_ word: some Collection<UInt8>) -> Int32 {
    let bytes = Array(word)
    let known = number(of: bytes.indices, in: bytes)
    guard known == Self.unknown else { return known }
    letters += bytes
    places.append(count: bytes.count)
    if slots.count < 2 * count {
      fill(max(64, 2 * slots.count))
    } else {
      enter(count - 1)
    }
    return Int32(count - 1)
  }

  /// Returns the word with a number.
  package func word(_ number: Int32) -> String {
    String(decoding: letters[places[Int(number)]], as: UTF8.self)
  }

  /// Enters all words into an empty table of this many slots, a power of two.
  private mutating func fill(_ size: Int) {
    slots = Array(repeating: Self.unknown, count: size)
    for number in 0..<count { enter(number) }
  }

  private mutating func enter(_ number: Int) {
    let free = letters.withUnsafeBufferPointer { letters in
      slot(of: UnsafeBufferPointer(rebasing: letters[places[number]]))
    }
    slots[free] = Int32(number)
  }

  /// Returns the place of a word in the slots, or the free one where it would be.
  private func slot(of word: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for byte in word { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let mask = slots.count - 1
    var slot = Int(hash ^ (hash >> 15)) & mask
    while slots[slot] != Self.unknown, !isWord(Int(slots[slot]), word) { slot = (slot + 1) & mask }
    return slot
  }

  private func isWord(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = places[number]
    guard place.count == word.count else { return false }
    return letters.withUnsafeBufferPointer { letters in
      for (offset, byte) in word.enumerated() where letters[place.lowerBound + offset] != byte {
        return false
      }
      return true
    }
  }
}

extension WordTable: TableValue {
  package func write(to table: inout TableWriter) {
    places.write(to: &table)
    table.write(letters)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    places = try PackedRanges(from: &table)
    letters = try table.byteArray()
    guard places.end == letters.count else { throw TableDamage() }
    var size = 64
    while size < 2 * count { size *= 2 }
    fill(size)
  }
}
