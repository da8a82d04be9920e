import EvalStatistics

/// A test case of a JUnit report.
struct TestCase {
  /// The result of the case.
  enum Outcome {
    /// The demand is met.
    case passed
    /// The demand is not met, but that fails no build: passed, with a remark.
    case noted
    /// The demand is not met.
    case failed
    /// There is no verdict because of an error of the grader or of a call.
    case error
    /// There is no verdict, but that fails no build.
    case skipped
  }

  /// The class name, with dots between its packages.
  var group: String
  /// The name of the case, the same from run to run.
  var name: String
  /// The id of the grader, or `gate`.
  var grader: String
  /// The duration in seconds, with three decimals.
  var time: String
  var outcome: Outcome
  /// The explanation; some readers show only the first line, others only all lines together.
  var lines: [String]

  /// The case as an XML element.
  var text: String {
    let head =
      "    <testcase classname=\"\(XMLText.attribute(group))\" name=\"\(XMLText.attribute(name))\""
      + " time=\"\(time)\""
    let body = XMLText.content(lines.isEmpty ? "no verdict" : lines.joined(separator: "\n"))
    let element: String
    switch outcome {
    case .passed: return "\(head)/>\n"
    case .noted:
      return "\(head)>\n      <system-out>\(body)</system-out>\n    </testcase>\n"
    case .failed: element = "failure"
    case .error: element = "error"
    case .skipped: element = "skipped"
    }
    let message = XMLText.attribute(lines.first ?? "no verdict")
    return
      "\(head)>\n      <\(element) message=\"\(message)\" type=\"\(XMLText.attribute(grader))\">"
      + "\(body)</\(element)>\n    </testcase>\n"
  }
}

/// The number of test cases by outcome.
struct TestCounts {
  private var tests = 0
  private var failures = 0
  private var errors = 0
  private(set) var skipped = 0
  /// The total duration, in seconds.
  var seconds = 0.0

  init(_ cases: [TestCase] = []) {
    for testCase in cases { add(testCase.outcome) }
  }

  mutating func add(_ outcome: TestCase.Outcome) {
    tests += 1
    switch outcome {
    case .passed, .noted: break
    case .failed: failures += 1
    case .error: errors += 1
    case .skipped: skipped += 1
    }
  }

  mutating func add(_ other: TestCounts) {
    tests += other.tests
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
    seconds += other.seconds
  }

  /// The attributes that suites and the root element share.
  var attributes: String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " time=\"\(Figures.decimal(seconds, places: 3))\""
  }
}
