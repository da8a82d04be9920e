import CoachModel
import Documents
import SourceFiles

/// Runs a compiled template on data.
struct TemplateRenderer {
  /// The strictness of a rendering, and its escaping.
  struct Mode: Sendable {
    /// The input schema; nil if there is none. An absent value is written as nothing only if the schema declares it,
    /// which makes it optional.
    var schema: JSONValue?
    /// Whether lists and objects may be written out and sections may come in any order, as in dotprompt's own
    /// runtimes.
    var isLenient = false
    /// A function applied to every value that is written, for documents that are not prompts.
    var escape: (@Sendable (String) -> String)?
  }

  let program: TemplateProgram
  let mode: Mode
  let neutraliser: UntrustedText?
  /// The cache class of each declared section.
  let caches: [CacheClass]
  var data: PromptData
  private(set) var writer: SegmentWriter
  /// The names of all sections: the program's and, in lenient mode, those given by values.
  private(set) var sectionNames: [String]
  var frames: [Frame] = []
  var overlays: [Overlay] = []
  /// The first frame that `../` may reach: a partial has no access to frames below its own.
  var frameBase = 0
  private var depth = 0

  private static let maximumDepth = 64

  init(
    _ program: TemplateProgram, data: PromptData, mode: Mode, neutraliser: UntrustedText?,
    caches: [CacheClass]
  ) {
    self.program = program
    self.caches = caches
    self.data = data
    self.mode = mode
    self.neutraliser = neutraliser
    sectionNames = program.sections
    writer = SegmentWriter(
      neutraliser: neutraliser, bytes: program.text.count + data.bytes.count,
      segments: program.instructions.count + data.nodes.count)
    frames.append(Frame(node: data.root))
  }

  mutating func render() throws(SourceError) {
    try run(program.routines[0].instructions)
  }

  private mutating func run(_ range: Range<Int>) throws(SourceError) {
    var at = range.lowerBound
    while at < range.upperBound {
      switch program.instructions[at] {
      case .text(let range, let origin, let bracket):
        writer.write(
          program.text[Int(range.start)..<Int(range.end)], origin: origin,
          value: SegmentRecord.none, trust: .template, openBracket: bracket)
        at += 1
      case .output(let operand, let origin):
        let value = try resolve(operand)
        if case .missing = value, !mode.isLenient, !isOptional(operand) {
          throw missing(origin: origin)
        }
        try check(value, origin: origin)
        try write(value, origin: origin)
        at += 1
      case .branch(let condition, let bodyEnd, let otherwiseEnd):
        let (body, otherwise) = (at + 1..<Int(bodyEnd), Int(bodyEnd)..<Int(otherwiseEnd))
        try run(try holds(condition) ? body : otherwise)
        at = Int(otherwiseEnd)
      case .each(let operand, let bodyEnd, let otherwiseEnd, let origin):
        let (body, otherwise) = (at + 1..<Int(bodyEnd), Int(bodyEnd)..<Int(otherwiseEnd))
        try loop(over: try resolve(operand), body: body, otherwise: otherwise, origin: origin)
        at = Int(otherwiseEnd)
      case .with(let operand, let bodyEnd, let otherwiseEnd):
        let (body, otherwise) = (at + 1..<Int(bodyEnd), Int(bodyEnd)..<Int(otherwiseEnd))
        try enter(try resolve(operand), body: body, otherwise: otherwise)
        at = Int(otherwiseEnd)
      case .enter(let operand, let bodyEnd, let otherwiseEnd, let origin):
        let (body, otherwise) = (at + 1..<Int(bodyEnd), Int(bodyEnd)..<Int(otherwiseEnd))
        let value = try resolve(operand)
        switch kind(of: value) {
        case .list: try loop(over: value, body: body, otherwise: otherwise, origin: origin)
        case .yes: try run(body)
        case .null, .no: try run(otherwise)
        case .integer, .number, .text, .object: try run(body, within: value)
        }
        at = Int(otherwiseEnd)
      case .include(let inclusion, let origin):
        try include(program.inclusions[Int(inclusion)], origin: origin)
        at += 1
      case .role(let operand, let origin):
        try setRole(try resolve(operand), origin: origin)
        at += 1
      case .section(let operand, let origin):
        try setSection(try resolve(operand), origin: origin)
        at += 1
      case .media(let url, let contentType, let origin):
        try writeMedia(url, contentType: contentType, origin: origin)
        at += 1
      case .history(let origin):
        writer.write(data.history, of: data, origin: origin)
        at += 1
      }
    }
  }

  /// Throws if a value may not be used in the current section.
  private func check(_ value: Value, origin: Int32) throws(SourceError) {
    guard writer.section >= 0, Int(writer.section) < caches.count, !mode.isLenient,
      cache(of: value) > caches[Int(writer.section)]
    else { return }
    throw cacheError(value, in: Int(writer.section), origin: origin)
  }

  // MARK: Blocks

  private mutating func holds(_ condition: Condition) throws(SourceError) -> Bool {
    switch condition {
    case .truth(let operand, let isInverted, let includesZero):
      let value = try resolve(operand)
      return isTruthy(value, includesZero: includesZero) != isInverted
    case .equality(let left, let right, let isInverted):
      let (left, right) = (try resolve(left), try resolve(right))
      return areEqual(left, right) != isInverted
    }
  }

  private mutating func loop(
    over value: Value, body: Range<Int>, otherwise: Range<Int>, origin: Int32
  ) throws(SourceError) {
    let kind = kind(of: value)
    guard case .node(let list) = value, kind == .list || kind == .object else {
      guard kind == .null || mode.isLenient else { throw notAList(value, origin: origin) }
      return try run(otherwise)
    }
    let node = data.nodes[Int(list)]
    guard node.end > node.start else { return try run(otherwise) }
    let count = node.end - node.start
    for position in 0..<count {
      frames.append(Frame(node: node.start + position, position: position, count: count))
      try run(body)
      frames.removeLast()
    }
  }

  private mutating func enter(_ value: Value, body: Range<Int>, otherwise: Range<Int>)
    throws(SourceError)
  {
    guard isTruthy(value, includesZero: true) else { return try run(otherwise) }
    try run(body, within: value)
  }

  private mutating func run(_ body: Range<Int>, within value: Value) throws(SourceError) {
    frames.append(Frame(node: node(for: value)))
    try run(body)
    frames.removeLast()
  }

  private mutating func include(_ inclusion: TemplateProgram.Inclusion, origin: Int32)
    throws(SourceError)
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw error(
        "template.recursion", "partials include each other without end", origin: origin)
    }
    let (outerFile, outerBase) = (writer.file, frameBase)
    let (outerFrames, outerOverlays) = (frames.count, overlays.count)
    if inclusion.context != nil || !inclusion.arguments.isEmpty {
      var frame = frames[frames.count - 1]
      frame.count = 0
      if let context = inclusion.context {
        frame = Frame(node: node(for: try resolve(context)))
      }
      var added = Array(overlays[Int(frame.overlayStart)..<Int(frame.overlayEnd)])
      for argument in inclusion.arguments {
        added.append(Overlay(name: argument.name, value: try resolve(argument.value)))
      }
      frame.overlayStart = Int32(overlays.count)
      overlays += added
      frame.overlayEnd = Int32(overlays.count)
      frames.append(frame)
    }
    frameBase = frames.count - 1
    let routine = program.routines[Int(inclusion.routine)]
    writer.file = routine.file
    let outerIndentation = writer.indent(by: inclusion.indentation)
    try run(routine.instructions)
    writer.outdent(to: outerIndentation)
    frames.removeLast(frames.count - outerFrames)
    overlays.removeLast(overlays.count - outerOverlays)
    (writer.file, frameBase) = (outerFile, outerBase)
  }

  // MARK: Writing

  private mutating func write(_ value: Value, origin: Int32) throws(SourceError) {
    switch value {
    case .missing: break
    case .node(let index):
      let node = data.nodes[Int(index)]
      switch node.kind {
      case .null: break
      case .no, .yes: write(text: node.kind == .yes ? "true" : "false", of: index, origin: origin)
      case .integer, .number, .text: write(node, at: index, origin: origin)
      case .list, .object:
        guard mode.isLenient else {
          throw error(
            "template.not-a-text",
            "this is a \(node.kind == .list ? "list" : "mapping")", origin: origin,
            hint: "loop over it with #each, or write {{json …}}")
        }
        write(text: data.json(index).handlebarsText, of: index, origin: origin)
      }
    case .position(let number):
      write(text: String(number), of: SegmentRecord.none, origin: origin)
    case .boolean(let isTrue):
      write(text: isTrue ? "true" : "false", of: SegmentRecord.none, origin: origin)
    case .name(let index):
      // Member names of an untrusted object are untrusted, too.
      var text = data.name(data.nodes[Int(index)].name)
      if data.nodes[Int(index)].trust >= .limited, let neutraliser,
        let inert = neutraliser.neutralised(Array(text.utf8)[...])
      {
        text = String(decoding: inert, as: UTF8.self)
      }
      write(text: text, of: index, origin: origin)
    }
  }

  private mutating func write(_ node: PromptData.Node, at index: Int32, origin: Int32) {
    guard node.end > node.start else { return }
    guard mode.escape == nil else {
      return write(text: data.text(index), of: index, origin: origin)
    }
    writer.write(
      data.bytes[Int(node.start)..<Int(node.end)], origin: origin, value: index,
      trust: node.trust, openBracket: node.openBracket, breaksLines: node.breaksLines)
  }

  private mutating func write(text: String, of index: Int32, origin: Int32) {
    guard !text.isEmpty else { return }
    let trust = trust(of: index)
    let bytes = Array((mode.escape?(text) ?? text).utf8)[...]
    writer.write(
      bytes, origin: origin, value: index, trust: trust,
      openBracket: trust >= .limited ? 0 : UntrustedText.openBracket(in: bytes),
      breaksLines: trust >= .limited && MarkReader.hasLineBreak(in: bytes))
  }

  private func trust(of index: Int32) -> Trust {
    index == SegmentRecord.none ? .template : data.nodes[Int(index)].trust
  }

  // MARK: Directives

  private mutating func setRole(_ value: Value, origin: Int32) throws(SourceError) {
    guard let word = text(of: value), let role = Role(word: word) else {
      throw error(
        "template.role", "'role' takes one of \"system\", \"user\", \"model\"", origin: origin)
    }
    writer.begin(role)
  }

  private mutating func setSection(_ value: Value, origin: Int32) throws(SourceError) {
    let name = text(of: value) ?? ""
    var position = sectionNames.firstIndex(of: name)
    if position == nil, mode.isLenient, sectionNames.count < SectionDeclaration.maximumSections {
      sectionNames.append(name)
      position = sectionNames.count - 1
    }
    guard let position else {
      throw error(
        "template.unknown-section", "the section '\(name)' is not declared", origin: origin)
    }
    guard position > Int(writer.section) || mode.isLenient else {
      throw error(
        "template.section-order", "the section '\(name)' comes after a later one", origin: origin,
        hint: "keep the order of 'coachkit.sections'")
    }
    writer.begin(section: position)
  }

  private mutating func writeMedia(_ url: Operand, contentType: Operand?, origin: Int32)
    throws(SourceError)
  {
    let value = try resolve(url)
    guard let address = text(of: value), !address.isEmpty else {
      throw error(
        "template.media", "'media' needs an address", origin: origin, hint: "write {{media url=…}}")
    }
    let type = try contentType.map { operand throws(SourceError) in try resolve(operand) }
    let media = PromptMedia(url: address, contentType: type.flatMap { text(of: $0) })
    let source = if case .node(let index) = value { index } else { SegmentRecord.none }
    writer.write(media, origin: origin, value: source, trust: trust(of: source))
  }
}

extension JSONValue {
  /// The text that Handlebars writes for a value: a list's elements separated by commas, and `[object Object]` for an
  /// object.
  fileprivate var handlebarsText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .bool, .integer, .number: text()
    case .array(let elements): elements.map(\.handlebarsText).joined(separator: ",")
    case .object: "[object Object]"
    }
  }
}
