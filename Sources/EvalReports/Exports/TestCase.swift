import EvalStatistics

/// One case of a JUnit report.
struct TestCase {
  /// How it came out.
  enum Outcome {
    /// All is well.
    case passed
    /// Not met, where that fails no build: passed, with what was found beside it.
    case noted
    /// Not met.
    case failed
    /// There is no verdict, for a fault of the grader or of a call.
    case error
    /// There is no verdict, and that fails no build.
    case skipped
  }

  /// The class, with dots between its packages.
  var group: String
  /// What it is called; the same from run to run.
  var name: String
  /// Who judged.
  var grader: String
  /// Seconds, with three decimals.
  var time: String
  var outcome: Outcome
  /// What was found; some readers show the first line only, others all of them only.
  var lines: [String]

  /// The case as XML.
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

/// How many test cases came out how.
struct TestCounts {
  private var tests = 0
  private var failures = 0
  private var errors = 0
  private(set) var skipped = 0
  /// How long they took.
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

  /// The attributes that suites and the whole have in common.
  var attributes: String {
    "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
      + " time=\"\(Figures.decimal(seconds, 3))\""
  }
}
