import CommandLineSupport

/// The id of a new run, such as `20260331-102030-discovery-ab-k7m2xw`: the time, the suite, and random letters, so that the
/// runs of two machines that start in the same second have different ones.
struct RunName: CustomStringConvertible {
  let description: String

  init(suite: String, at time: Timestamp, using random: inout some RandomNumberGenerator) {
    let suffix = (0..<6).map { _ in
      Self.letters[Int.random(in: Self.letters.indices, using: &random)]
    }
    // An id is a part of file names, which have at most 255 bytes.
    var name = suite
    while name.utf8.count > Self.maximumLength { name.removeLast() }
    description = "\(time.compact)-\(name)-\(String(suffix))"
  }

  private static let maximumLength = 150

  /// Letters and digits that cannot be taken for one another.
  private static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
}
