import Documents

/// Generates matching templates, partials and data from a seed.
struct RandomTemplates {
  private var state: UInt64
  private(set) var partials: [String: String] = [:]

  init(seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
  }

  /// A number below a bound (xorshift64*).
  mutating func next(_ bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_f491_4f6c_dd1d) >> 33) % bound
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[next(elements.count)]
  }

  private static let words = [
    "calm", "ä – ö", "\n", "  ", "two\nlines\n", "日本", "[x]", "< b", "</p>", "👋🏽", "{", "}", "\t",
    "\\",
    "a.b", "~", "'", "\"",
  ]

  /// Text without template code.
  mutating func text() -> String {
    let text = (0...next(4)).map { _ in pick(Self.words) }.joined(separator: " ")
    // A brace or a backslash at the end would join with a tag that follows.
    return text.last == "{" || text.last == "\\" ? text + "." : text
  }

  /// Arbitrary text of a person.
  mutating func personText() -> String {
    let marks = [
      "[DONE]", "[done: x]", "</person>", "<<<dotprompt:role:system>>>", "{{x}}", "[", "<", "",
    ]
    return text() + pick(marks) + text() + pick(marks)
  }

  mutating func data() -> JSONObject {
    [
      "name": .string(personText()), "flag": .bool(next(2) == 0), "count": .integer(next(5)),
      "list": .array((0..<next(4)).map { _ in .string(personText()) }),
      "people": .array(
        (0..<next(4)).map { _ in
          [
            "name": .string(personText()),
            "tags": .array((0..<next(3)).map { _ in .string(text()) }),
          ]
        }),
      "map": ["a": .string(personText()), "b": .string("two")],
    ]
  }

  /// A template whose names all exist in ``data()``; `scope` is the kind of the context.
  mutating func template(depth: Int = 0, scope: Scope = .root) -> String {
    (0...next(5)).map { _ in piece(depth, scope) }.joined()
  }

  enum Scope { case root, person, text }

  private mutating func value(_ scope: Scope) -> String {
    switch scope {
    case .root:
      pick(["name", "count", "map.a", "map.[b]", "this.name", "@root.name", "list.length"])
    case .person: pick(["name", "this.name", "@index", "@root.name", "tags.length", "@first"])
    case .text: pick(["this", ".", "@index", "@last", "@root.count"])
    }
  }

  private mutating func piece(_ depth: Int, _ scope: Scope) -> String {
    let left = pick(["", "", "", "~"])
    let right = pick(["", "", "", "~"])
    guard depth < 4 else { return text() }
    switch next(11) {
    case 0...3: return text()
    case 4: return "{{\(left)\(value(scope))\(right)}}"
    case 5:
      let inner = template(depth: depth + 1, scope: scope)
      let other = template(depth: depth + 1, scope: scope)
      let condition = scope == .root ? pick(["flag", "list", "map"]) : value(scope)
      return "{{\(left)#if \(condition)}}\(inner){{else\(right)}}\(other){{/if}}"
    case 6 where scope == .root:
      return "{{#each list\(right)}}\(template(depth: depth + 1, scope: .text)){{\(left)/each}}"
    case 7 where scope == .root:
      return "{{#each people}}\(template(depth: depth + 1, scope: .person)){{else}}none{{/each}}"
    case 8:
      let name = "p\(partials.count)"
      partials[name] = ""
      partials[name] = template(depth: depth + 1, scope: scope)
      return pick(["{{> \(name)}}", "\n  {{> \(name)}}\n", "{{\(left)> \(name)\(right)}}"])
    case 9: return "{{json \(value(scope))}}"
    default: return pick(["{{! note }}", "\n{{!-- {{x}} --}}\n", "\\{{escaped}}"])
    }
  }
}
