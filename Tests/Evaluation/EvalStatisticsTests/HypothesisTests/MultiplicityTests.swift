import EvalStatistics
import Testing
import TestKit

@Suite("Adjustments for multiple tests")
struct MultiplicityTests {
  private func agree(_ adjusted: [Double?], _ expected: [Double]) -> Bool {
    adjusted.count == expected.count
      && zip(adjusted, expected).allSatisfy { isClose($0, $1, 1e-12) }
  }

  @Test("Holm")
  func holm() {
    #expect(agree(HolmAdjustment.adjust([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]))
    #expect(
      agree(
        HolmAdjustment.adjust([0.01, 0.04, 0.03, 0.005, 0.2, 0.04]),
        [0.05, 0.12, 0.12, 0.03, 0.2, 0.12]))
    #expect(HolmAdjustment.adjust([0.9, 0.8]) == [1, 1])
  }

  @Test("Benjamini and Hochberg")
  func benjaminiHochberg() {
    #expect(
      agree(
        BenjaminiHochbergAdjustment.adjust([0.01, 0.04, 0.03, 0.005]), [0.02, 0.04, 0.04, 0.02]))
    #expect(
      agree(
        BenjaminiHochbergAdjustment.adjust([0.01, 0.04, 0.03, 0.005, 0.2, 0.04]),
        [0.03, 0.048, 0.048, 0.03, 0.2, 0.048]))
  }

  @Test("an undefined p stays undefined and does not count")
  func undefined() {
    #expect(HolmAdjustment.adjust([nil, 0.01, nil]) == [nil, 0.01, nil])
    #expect(BenjaminiHochbergAdjustment.adjust([nil, 0.01, nil]) == [nil, 0.01, nil])
    #expect(HolmAdjustment.adjust([]).isEmpty)
    #expect(BenjaminiHochbergAdjustment.adjust([nil]) == [nil])
  }
}
