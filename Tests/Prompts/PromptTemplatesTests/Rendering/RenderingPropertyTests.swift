import CoachModel
import Documents
@testable import PromptTemplates
import SourceFiles
import Testing
import TestKit

/// Random templates with random data. `COACHKIT_CASES` sets their number and `COACHKIT_SEED` selects one; `make soak`
/// runs many more.
@Suite("Segments of random renderings are correct")
struct RenderingPropertyTests {
  private static let seeds = TestCases.seeds(500)

  private static let head = """
    ---
    coachkit.contract:
      tags:
        DONE: {form: signal}
    ---
    {{role "system"}}<person>
    """

  @Test("segments add up to the text, origins and inputs are right, and trust cannot be forged")
  func properties() throws {
    for seed in Self.seeds {
      var random = RandomTemplates(seed: seed)
      let body = random.template()
      let data = random.data()
      let history = [Message(.user, random.personText()), Message(.assistant, "Yes?")]
      let library = try library(Self.head + body, partials: random.partials)
      #expect(library.diagnostics.isEmpty, "seed \(seed): \(library.diagnostics)")
      let inputs = PromptInputs(data, history: history)
      let rendered = try library.render(PromptReference(name: "p"), with: inputs)
      check(rendered, data, library, "seed \(seed)")
      let again = try library.render(PromptReference(name: "p"), with: inputs)
      #expect(again.segments == rendered.segments, "seed \(seed)")
    }
  }

  private func check(
    _ rendered: RenderedPrompt, _ data: JSONObject, _ library: PromptLibrary, _ seed: String
  ) {
    let segments = rendered.segments
    #expect(segments.map(\.text).joined() == rendered.text, "\(seed)")
    #expect(rendered.messages.count <= 3, "\(seed)")
    #expect(rendered.messages.count { $0.role == .system } <= 1, "\(seed)")
    let files = Dictionary(
      uniqueKeysWithValues: (library.partialFiles.map(\.file)
        + library.templates.map(\.file)).map { ($0.path, $0) })
    for segment in segments {
      guard let file = files[segment.origin.file] else {
        Issue.record("\(seed): no file \(segment.origin.file)")
        continue
      }
      if segment.trust == .template, segment.input == nil {
        checkTemplateText(segment, file, seed)
      } else if segment.input != nil {
        // The path of a value is in a tag.
        let line = file.line(segment.origin.line) ?? ""
        #expect(line.unicodeScalars.count >= segment.origin.column, "\(seed)")
        #expect(segment.trust == .untrusted, "\(seed)")
      }
      checkValue(segment, data, seed)
    }
    checkInert(rendered, seed)
  }

  /// The template's own text is in the file at its origin, except for a partial's indentation.
  private func checkTemplateText(_ segment: PromptSegment, _ file: SourceFile, _ seed: String) {
    let offset = file.offset(of: segment.origin)
    let source = String(decoding: file.bytes[offset...], as: UTF8.self)
    let isIndented = segment.text != String(source.prefix(segment.text.count))
    let squeezed = segment.text.filter { !" \t".contains($0) }
    let isThere =
      !isIndented || source.filter { !" \t".contains($0) }.hasPrefix(squeezed)
      || ["true", "false"].contains(squeezed) || Int(squeezed) != nil
    #expect(isThere, "\(seed): \(segment.text.debugDescription) at \(segment.origin)")
  }

  /// A value equals the neutralised data at its path.
  private func checkValue(_ segment: PromptSegment, _ data: JSONObject, _ seed: String) {
    guard let path = segment.input, let value = JSONValue.object(data).at(path) else { return }
    guard let text = value.string, !text.contains("["), !text.contains("<"), !text.contains("\n")
    else { return }
    let shown = segment.text.filter { $0 != " " }
    let words = text.filter { $0 != " " }
    let isThere = words.isEmpty || shown.contains(words) || shown.hasPrefix("\"")
    #expect(isThere, "\(seed): \(path)")
  }

  /// The complete text contains no tag and no closing mark except those of the template's own segments.
  private func checkInert(_ rendered: RenderedPrompt, _ seed: String) {
    for message in rendered.messages where message.role != .assistant {
      #expect(!message.text.contains("[DONE]"), "\(seed)")
      #expect(!message.text.contains("<<<dotprompt:"), "\(seed)")
    }
    let untrusted = rendered.segments.filter { $0.trust == .untrusted }.map(\.text)
    for text in untrusted { #expect(!text.contains("</person>"), "\(seed)") }
  }
}

extension SourceFile {
  /// The byte offset of a location.
  fileprivate func offset(of place: SourceFiles.FileLocation) -> Int {
    var low = 0
    while location(at: low).line < place.line { low += 1 }
    while location(at: low).column < place.column { low += 1 }
    return low
  }
}

extension JSONValue {
  /// The value at a path such as `people[1].name`.
  fileprivate func at(_ path: String) -> JSONValue? {
    var found = self
    for part in path.replacing("[", with: ".").replacing("]", with: "").split(separator: ".") {
      if let position = Int(part), let elements = found.array {
        guard elements.indices.contains(position) else { return nil }
        found = elements[position]
      } else {
        guard let member = found[String(part)] else { return nil }
        found = member
      }
    }
    return found
  }
}
