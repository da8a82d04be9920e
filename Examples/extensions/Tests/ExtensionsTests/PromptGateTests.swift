import PromptEvalsTesting
import Testing

private let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

@Test("The weekly focus", .evaluates("Evals/suites/weekly-focus.yaml", in: folder))
func weeklyFocus() {}
