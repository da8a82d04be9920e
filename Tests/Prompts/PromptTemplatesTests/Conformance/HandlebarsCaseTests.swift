import CoachModel
import Documents
import Foundation
import PromptTemplates
import SourceFiles
import Testing

/// Small templates with the result of Handlebars 4.7.7 under dotprompt's options, one per line.
///
/// If dotprompt's Python runtime differs, the case has a note and Handlebars is followed.
@Suite("Templates render as in Handlebars")
struct HandlebarsCaseTests {
  private static let cases: [JSONValue] = {
    let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let text = try? String(contentsOfFile: "\(folder)/handlebars-cases.jsonl", encoding: .utf8)
    return (text ?? "").split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
  }()

  @Test("all cases")
  func all() throws {
    #expect(Self.cases.count > 300)
    for test in Self.cases {
      let name = test["name"]?.string ?? ""
      do {
        let messages = try render(test).map { $0.isEmpty ? "" : $0 }
        let expected = (test["messages"]?.array ?? []).map {
          "\($0["role"]?.string ?? ""): \($0["text"]?.string ?? "")"
        }
        #expect(messages == expected, "\(name): \(test["template"]?.text() ?? "")")
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
  }

  private func render(_ test: JSONValue) throws -> [String] {
    func template(_ name: String, _ text: String) throws -> PromptTemplate {
      try PromptTemplate(
        name: name, version: nil, file: SourceFile(path: name, text: text), strictness: .lenient)
    }
    var partials: [String: PromptTemplate] = [:]
    for (name, text) in test["partials"]?.object ?? [:] {
      partials[name] = try template(name, text.string ?? "")
    }
    let history = (test["history"]?.array ?? []).compactMap { message in
      message["role"]?.string.flatMap { Role(word: $0) }.map {
        Message($0, message["text"]?.string ?? "")
      }
    }
    let prompt = try PreparedPrompt(
      template("p", test["template"]?.string ?? ""), partials: partials, strictness: .lenient)
    let rendered = try prompt.render(
      PromptInputs(
        test["input"]?.object ?? [:], history: history,
        variables: test["context"]?.object ?? [:]))
    return rendered.messages.map { message in
      "\(message.role == .assistant ? "model" : message.role.rawValue): \(message.text)"
    }
  }
}
