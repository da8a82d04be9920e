import SourceFiles

/// The vectors of texts by one embedding model in a file, so that fitting again does not embed again.
///
/// An entry is the digest of its text and the numbers of its vector, in the machine's byte order; a damaged or foreign
/// file counts as empty.
package struct VectorFile {
  private(set) var vectors: [ContentDigest: [Float]] = [:]

  /// The number of texts with a vector.
  package var count: Int { vectors.count }

  /// Creates a file without vectors.
  package init() {}

  /// Reads the vectors in the bytes of a file.
  package init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + Self.header <= bytes.count {
        let digits = String(decoding: bytes[place..<(place + 64)], as: UTF8.self)
        let count = Int(bytes.loadUnaligned(fromByteOffset: place + 64, as: UInt32.self))
        let end = place + Self.header + count * 4
        guard let digest = ContentDigest(description: "sha256:\(digits)"), end <= bytes.count
        else { return }
        vectors[digest] = (0..<count).map {
          bytes.loadUnaligned(fromByteOffset: place + Self.header + $0 * 4, as: Float.self)
        }
        place = end
      }
    }
  }

  /// The size of an entry before its numbers: the digest in hexadecimal, and how many numbers there are.
  private static let header = 68

  /// The bytes of the file.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for (digest, vector) in vectors.sorted(by: { $0.key.hexadecimal < $1.key.hexadecimal }) {
      bytes += Array(digest.hexadecimal.utf8)
      withUnsafeBytes(of: UInt32(vector.count)) { bytes.append(contentsOf: $0) }
      vector.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  package subscript(text: String) -> [Float]? {
    get { vectors[ContentDigest(of: text)] }
    set { vectors[ContentDigest(of: text)] = newValue }
  }
}
