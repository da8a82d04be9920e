/// How the time of a reader grows with the size of a text.
package struct Growth: Sendable {
  /// The time for one size.
  package struct Point: Sendable {
    package let bytes: Int
    package let nanosecondsPerByte: Double
  }

  package let reader: String
  package let shape: String
  package let points: [Point]
  /// Whether larger sizes were left out because one took too long.
  package let isCut: Bool

  /// The largest factor by which a byte of a larger text takes longer than one of a smaller text: 1 for a reader in
  /// linear time, up to noise.
  package var factor: Double {
    var result = 1.0
    for (index, point) in points.enumerated() {
      for larger in points[(index + 1)...] {
        result = max(result, larger.nanosecondsPerByte / point.nanosecondsPerByte)
      }
    }
    return result
  }

  /// The sizes that are measured, in bytes.
  package static let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
  /// A text that takes longer is the last one.
  private static let limit = Duration.seconds(4)

  /// Measures a reader with each of its shapes up to a size.
  package static func measure(
    _ reader: OutsideReader, upTo maximum: Int, clock: ContinuousClock = ContinuousClock(),
    report: (Growth) -> Void
  ) async {
    for shape in reader.shapes {
      var points: [Point] = []
      var isCut = false
      for size in sizes where size <= min(maximum, reader.limit ?? .max) {
        guard !isCut else { break }
        let bytes = shape.bytes(size: size)
        let time = await best(of: reader, bytes, clock)
        points.append(
          Point(bytes: bytes.count, nanosecondsPerByte: time / .nanoseconds(bytes.count)))
        isCut = time > limit
      }
      report(
        Growth(
          reader: reader.name, shape: shape.name, points: points,
          isCut: isCut && points.count < sizes.filter { $0 <= maximum }.count))
    }
  }

  /// Returns the shortest time of several calls: noise only adds.
  private static func best(
    of reader: OutsideReader, _ bytes: [UInt8], _ clock: ContinuousClock
  ) async -> Duration {
    var best = Duration.seconds(1_000)
    var total = Duration.zero
    var count = 0
    while count < 3 || (total < .milliseconds(60) && count < 2_000) {
      let start = clock.now
      await reader.read(bytes)
      let time = clock.now - start
      best = min(best, time)
      total += time
      count += 1
      if total > .seconds(2) { break }
    }
    return best
  }
}
