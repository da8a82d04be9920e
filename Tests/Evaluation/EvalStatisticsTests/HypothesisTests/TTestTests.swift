import EvalStatistics
import Testing
import TestKit

@Suite("Student's tests")
struct TTestTests {
  @Test("Darwin's maize, paired")
  func maize() throws {
    let test = try #require(TTest.paired(ReferenceData.maize))
    #expect(isClose(test.statistic, 2.147987))
    #expect(isClose(test.p, 0.049703, 1e-5))
    #expect(isClose(test.degreesOfFreedom, 14, 1e-12))
  }

  @Test("Student's sleep data, paired and by Welch")
  func sleep() throws {
    let paired = try #require(TTest.paired(ReferenceData.sleep))
    #expect(isClose(paired.statistic, -4.062128))
    #expect(isClose(paired.p, 0.00283289))
    let welch = try #require(
      TTest.welch(
        ReferenceData.sleepSecond.independent, ReferenceData.sleepFirst.independent))
    #expect(isClose(welch.statistic, -1.8608134674868526, 1e-10))
    #expect(isClose(welch.degreesOfFreedom, 17.776473516178488, 1e-10))
    #expect(isClose(welch.p, 0.0793941401873583, 1e-10))
  }

  @Test("SciPy's values for random data")
  func random() throws {
    let x = [-0.467, -0.061, 0.789, -1.257, 0.576, 1.399, 1.322, -0.3, 0.903]
    let y = [
      -2.743, 0.184, 1.399, -2.187, 0.337, 3.949, 5.736, 2.055, 2.157, -1.418, -1.919, -2.325,
    ]
    let welch = try #require(TTest.welch(x.independent, y.independent))
    #expect(isClose(welch.statistic, 0.13476585147584386, 1e-10))
    #expect(isClose(welch.degreesOfFreedom, 14.039499334436053, 1e-10))
    #expect(isClose(welch.p, 0.8947100019041264, 1e-10))
    let paired = try #require(TTest.paired(ReferenceData.clustered.map(\.value)))
    #expect(isClose(paired.statistic, 0.3042504615369419, 1e-10))
    #expect(isClose(paired.p, 0.765752580323574, 1e-10))
  }

  @Test("without variance, the statistic is undefined")
  func undefined() {
    #expect(TTest.paired([1, 1, 1]) == nil)
    #expect(TTest.paired([1]) == nil)
    #expect(TTest.clustered([1, 2].map { PairedDifference(value: $0, cluster: "a") }) == nil)
    #expect(TTest.welch([1, 1].independent, [2, 2].independent) == nil)
    #expect(TTest.welch([1].independent, [2, 3].independent) == nil)
    #expect(TTest.welch([1, 1].independent, [2, 3].independent) != nil)
  }
}
