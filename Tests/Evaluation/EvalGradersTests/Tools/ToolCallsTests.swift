import Documents
@testable import EvalGraders
import EvalTestKit
import LanguageModels
import Testing
import TestKit

@Suite("Grading the calls of tools")
struct ToolCallsTests {
  private static func call(_ name: String, _ arguments: String = "{}") -> ToolCall {
    ToolCall(id: "c", name: name, arguments: arguments)
  }

  private func grade(
    _ options: String, _ calls: [ToolCall]?, tools: [ToolDeclaration] = []
  ) async throws -> Grade {
    var conversation = GraderSamples.conversation("Fine.")
    conversation.messages[0].toolCalls = calls
    conversation.tools = tools
    return try await GraderSamples.grade("- {use: tool-calls, \(options)}", conversation)
  }

  private static let find = call("find", #"{"day": "Monday", "hours": [9, 10]}"#)
  private static let remind = call("remind", #"{"day": "Monday", "at": {"hour": 9, "minute": 0}}"#)

  @Test(
    "arguments are compared in full, in part, or by a schema",
    arguments: [
      ("calls: [remind]", true), ("calls: [remind]", true), ("calls: [forget]", false),
      ("calls: [{tool: remind, arguments: {day: Monday}}]", true),
      ("calls: [{tool: remind, arguments: {at: {hour: 9.0}}}]", true),
      ("calls: [{tool: remind, arguments: {at: {hour: 10}}}]", false),
      ("calls: [{tool: remind, arguments: {where: home}}]", false),
      ("calls: [{tool: remind, exact: {day: Monday}}]", false),
      ("calls: [{tool: remind, exact: {day: Monday, at: {hour: 9, minute: 0}}}]", true),
      ("calls: [{tool: remind, exact: {}}]", false),
      ("calls: [{tool: find, arguments: {hours: [9, 10]}}]", true),
      ("calls: [{tool: find, arguments: {hours: [9]}}]", false),
      ("calls: [{tool: remind, schema: {type: object, required: [at]}}]", true),
      ("calls: [{tool: remind, schema: {type: object, required: [where]}}]", false),
      ("calls: [{tool: find, schema: {day(enum): [Monday], hours(array): integer}}]", true),
    ])
  func arguments(options: String, isPass: Bool) async throws {
    let grade = try await grade(options, [Self.find, Self.remind])
    #expect(grade.isPass == isPass, "\(grade.reason ?? "")")
    #expect(grade.measured == 2 && grade.details["calls"]?.array?.count == 2)
  }

  @Test(
    "the order counts as the suite says",
    arguments: [
      ("any_order", "remind, find", true), ("any_order", "find, find", false),
      ("in_order", "find, remind", true), ("in_order", "remind, find", false),
      ("in_order", "find, other", true), ("exact", "find, other, remind", true),
      ("exact", "find, other", false), ("exact", "find, remind", false),
      ("exact", "find, other, remind, find", false),
    ])
  func order(order: String, expected: String, isPass: Bool) async throws {
    let grade = try await grade(
      "calls: [\(expected)], order: \(order)", [Self.find, Self.call("other"), Self.remind])
    #expect(grade.isPass == isPass, "\(grade.reason ?? "")")
  }

  @Test("a call is not taken by an expectation that another one fits as well")
  func assignment() async throws {
    let calls = [Self.call("x", #"{"a": 1, "b": 2}"#), Self.call("x", #"{"a": 1}"#)]
    let options = "calls: [{tool: x, arguments: {a: 1}}, {tool: x, arguments: {b: 2}}]"
    try await expect(grade(options, calls).verdict, equals: .pass)
    try await expect(grade(options, Array(calls.prefix(1))).verdict, equals: .fail)
  }

  @Test(
    "tools that must not be called, and numbers of calls",
    arguments: [
      ("none: true", 0, true), ("none: true", 1, false), ("never: [find]", 0, true),
      ("never: [find]", 1, false), ("at_most: 1", 1, true), ("at_most: 1", 2, false),
      ("at_least: 2", 1, false), ("at_least: 2", 2, true),
    ])
  func numbers(options: String, count: Int, isPass: Bool) async throws {
    let grade = try await grade(options, Array(repeating: Self.find, count: count))
    #expect(grade.isPass == isPass && grade.measured == Double(count))
  }

  @Test(
    "arguments that are no object, or name a member twice, are never the expected ones",
    arguments: ["{\"day\": ", "[1]", #"{"day": "Monday", "day": "Tuesday"}"#])
  func damaged(arguments: String) async throws {
    let grade = try await grade("calls: [find]", [Self.call("find", arguments)])
    #expect(grade.verdict == .fail && grade.reason?.contains("arguments") == true)
    try await expect(self.grade("calls: [find]", [Self.call("find", "")]).verdict, equals: .pass)
  }

  @Test("calls can be held to the declared tools")
  func declared() async throws {
    let tools = [
      ToolDeclaration(
        name: "find", description: "d",
        parameters: [
          "type": "object", "properties": ["day": ["type": "string"]], "required": ["day"],
        ])
    ]
    for (call, isPass) in [
      (Self.find, true), (Self.call("find"), false), (Self.call("other"), false),
      (Self.call("find", #"{"day": 1}"#), false),
    ] {
      try await expect(grade("declared: true", [call], tools: tools).isPass, equals: isPass)
    }
  }

  @Test("a message whose calls are not known is not decided")
  func unknown() async throws {
    try await expect(grade("none: true", nil).verdict, equals: .inconclusive)
  }

  @Test("the reason says what is missing and what is nearest")
  func reasons() async throws {
    let grade = try await grade(
      "calls: [{tool: remind, arguments: {day: Friday}}]", [Self.find, Self.remind])
    #expect(grade.reason?.contains(#"'day' is "Monday" in place of "Friday""#) == true)
    let early = try await self.grade(
      "calls: [remind, find], order: in_order", [Self.find, Self.remind])
    #expect(early.reason?.contains("too early") == true)
  }

  @Test(
    "contradicting options are rejected",
    arguments: [
      "", "calls: [x], none: true", "calls: [x], never: [x]", "calls: [x, y], at_most: 1",
      "calls: [{name: x}]", "calls: [{tool: x, arguments: {}, exact: {}}]",
      "calls: [{tool: x, arguments: 1}]",
      "calls: [{tool: x, schema: {type: objekt}}]", "calls: [{tool: x, argument: {}}]",
      "calls: [x], order: any",
    ])
  func problems(options: String) {
    #expect(
      GraderSamples.problem("- {use: tool-calls, id: t\(options.isEmpty ? "" : ", ")\(options)}")
        != nil)
  }
}
