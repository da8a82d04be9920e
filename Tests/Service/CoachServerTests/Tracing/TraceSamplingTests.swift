#if Server
  import Testing
  import TestKit

  @testable import CoachServer

  @Suite("Sampling of traces")
  struct TraceSamplingTests {
    private func traces() -> [TraceID] {
      var random = SplitMix(seed: 7)
      return (0..<10_000).map { _ in TraceID(using: &random) }
    }

    @Test(
      "The ratio of the traces is sampled",
      arguments: [
        (0, 0...0), (1, 10_000...10_000), (0.25, 2400...2600), (0.01, 70...130),
        (-1, 0...0), (2, 10_000...10_000), (.nan, 0...0),
      ] as [(Double, ClosedRange<Int>)])
    func ratio(ratio: Double, expected: ClosedRange<Int>) {
      let sampling = TraceSampling(ratio: ratio)
      let count = traces().count { sampling.samples($0, childOf: nil) }
      #expect(expected.contains(count))
    }

    @Test("A service with a smaller ratio samples some of the same traces")
    func consistency() {
      let (small, large) = (TraceSampling(ratio: 0.1), TraceSampling(ratio: 0.2))
      #expect(
        traces().allSatisfy {
          !small.samples($0, childOf: nil) || large.samples($0, childOf: nil)
        })
    }

    @Test("A parent decides for its children", arguments: ["00", "01"])
    func parent(flags: String) throws {
      let parent = try #require(
        TraceContext(
          parent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-\(flags)", state: nil))
      for ratio in [0.0, 1.0] {
        expect(
          TraceSampling(ratio: ratio).samples(parent.traceID, childOf: parent),
          equals: flags == "01")
      }
    }
  }
#endif
