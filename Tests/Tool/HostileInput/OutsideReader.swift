/// A reader of text that strangers can write: how to call it, and which texts are hard for it.
///
/// The measurement of growth, the random attack and the fuzzer share this table, so a reader that is added to it is
/// covered by all three.
package struct OutsideReader: Sendable {
  /// A text that repeats a unit to any length.
  package struct Shape: Sendable {
    let name: String
    let head: String
    /// The unit; `%` stands for its number.
    let unit: String
    let tail: String

    init(_ name: String, head: String = "", _ unit: String, tail: String = "") {
      self.name = name
      self.head = head
      self.unit = unit
      self.tail = tail
    }

    /// Returns about `size` bytes.
    func bytes(size: Int) -> [UInt8] {
      var result = Array(head.utf8)
      result.reserveCapacity(size + 64)
      let parts = unit.split(separator: "%", omittingEmptySubsequences: false).map {
        Array($0.utf8)
      }
      var number = 0
      repeat {
        for (index, part) in parts.enumerated() {
          if index > 0 { result += Array(String(number).utf8) }
          result += part
        }
        number += 1
      } while result.count + tail.utf8.count < size
      return result + Array(tail.utf8)
    }
  }

  package let name: String
  /// Texts that are repeated to measure growth.
  let shapes: [Shape]
  /// Words of the format, from which random texts are made.
  let words: [String]
  /// The largest text that the reader accepts, in bytes; nil without a limit.
  let limit: Int?
  package let read: @Sendable ([UInt8]) async -> Void

  init(
    _ name: String, shapes: [Shape], words: [String] = [], limit: Int? = nil,
    read: @escaping @Sendable ([UInt8]) async -> Void
  ) {
    self.name = name
    self.shapes = shapes
    self.words = words
    self.limit = limit
    self.read = read
  }

  package static let all: [OutsideReader] =
    documents + streams + prompts + tasks + conversations + output + figures
}

extension Collection<UInt8> {
  var text: String { String(decoding: self, as: UTF8.self) }
}

extension [UInt8] {

  /// The bytes in pieces, as a network delivers them.
  var pieces: [[UInt8]] {
    stride(from: 0, to: count, by: 1_000).map { Array(self[$0..<Swift.min($0 + 1_000, count)]) }
  }
}
