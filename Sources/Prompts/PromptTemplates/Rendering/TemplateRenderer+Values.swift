import Documents
import SourceFiles

extension TemplateRenderer {
  mutating func resolve(_ operand: Operand) throws(SourceError) -> Value {
    switch operand {
    case .literal(let node): return .node(node)
    case .path(let levelsUp, let names): return path(levelsUp: levelsUp, names: names)
    case .root(let names): return follow(names, from: data.root, skipping: 0)
    case .variable(let names): return follow(names, from: data.variables, skipping: 0)
    case .key(let levelsUp):
      let at = frames.count - 1 - Int(levelsUp)
      return at >= 0 && frames[at].isLoop ? key(of: frames[at]) : .missing
    case .loop(let variable, let loopsUp): return loop(variable, loopsUp: loopsUp)
    case .call(let call): return try apply(program.calls[Int(call)])
    }
  }

  private mutating func path(levelsUp: Int32, names: NameRange) -> Value {
    let at = frames.count - 1 - Int(levelsUp)
    guard at >= frameBase else { return .missing }
    let frame = frames[at]
    guard frame.hasOverlay else { return follow(names, from: frame.node, skipping: 0) }
    guard names.count > 0 else { return .node(merged(frame)) }
    let first = program.names[Int(names.start)]
    for position in (frame.overlayStart..<frame.overlayEnd).reversed()
    where overlays[Int(position)].name == first {
      let value = overlays[Int(position)].value
      guard names.count > 1 else { return value }
      guard case .node(let node) = value else { return .missing }
      return follow(names, from: node, skipping: 1)
    }
    return follow(names, from: frame.node, skipping: 0)
  }

  private func follow(_ names: NameRange, from start: Int32, skipping: Int32) -> Value {
    var node = start
    var at = names.start + skipping
    let end = names.start + names.count
    while at < end {
      let symbol = program.names[Int(at)]
      guard let next = data.member(symbol, of: node) else {
        let list = data.nodes[Int(node)]
        let isLength =
          list.kind == .list && data.symbols.elements[Int(symbol)] == SymbolTable.length
        return isLength && at == end - 1 ? .position(Int(list.end - list.start)) : .missing
      }
      node = next
      at += 1
    }
    return .node(node)
  }

  private func loop(_ variable: LoopVariable, loopsUp: Int32) -> Value {
    var remaining = loopsUp
    for frame in frames.reversed() where frame.isLoop {
      guard remaining == 0 else {
        remaining -= 1
        continue
      }
      switch variable {
      case .index: return .position(Int(frame.position))
      case .key: return key(of: frame)
      case .first: return .boolean(frame.position == 0)
      case .last: return .boolean(frame.position == frame.count - 1)
      }
    }
    // Outside of loops, the name may be that of a variable that the caller passes.
    guard loopsUp == 0, let symbol = data.symbols.existing(variable.rawValue),
      let node = data.member(symbol, of: data.variables)
    else { return .missing }
    return .node(node)
  }

  private func key(of frame: Frame) -> Value {
    let parent = data.nodes[Int(frame.node)].parent
    guard parent >= 0, data.nodes[Int(parent)].kind == .object else {
      return .position(Int(frame.position))
    }
    return .name(frame.node)
  }

  /// Returns a partial's context with its arguments laid over it, as a new object.
  private mutating func merged(_ frame: Frame) -> Int32 {
    var object = data.json(frame.node).object ?? [:]
    var (trust, cache) = (data.nodes[Int(frame.node)].trust, data.nodes[Int(frame.node)].cache)
    for overlay in overlays[Int(frame.overlayStart)..<Int(frame.overlayEnd)] {
      object[data.name(overlay.name)] = json(overlay.value)
      trust = max(trust, self.trust(of: overlay.value))
      cache = max(cache, self.cache(of: overlay.value))
    }
    return data.add(.object(object), trust: trust, cache: cache, derivedFrom: frame.node)
  }

  private mutating func apply(_ call: TemplateProgram.Call) throws(SourceError) -> Value {
    var arguments: [JSONValue] = []
    var named: JSONObject = [:]
    var trust = Trust.template
    var cache = CacheClass.stable
    var source: Int32?
    for argument in call.arguments {
      let value = try resolve(argument)
      arguments.append(json(value))
      trust = max(trust, self.trust(of: value))
      cache = max(cache, self.cache(of: value))
      if source == nil, case .node(let node) = value, data.path(to: node) != nil { source = node }
    }
    for argument in call.named {
      let value = try resolve(argument.value)
      named[argument.name] = json(value)
      trust = max(trust, self.trust(of: value))
      cache = max(cache, self.cache(of: value))
    }
    do {
      let result = try call.helper.body(arguments, named)
      return .node(data.add(result, trust: trust, cache: cache, derivedFrom: source))
    } catch {
      throw self.error("template.helper", error.message, origin: call.origin)
    }
  }

  // MARK: Properties of values

  func kind(of value: Value) -> PromptData.Kind {
    switch value {
    case .node(let node): data.nodes[Int(node)].kind
    case .name: .text
    case .position: .integer
    case .boolean(let isTrue): isTrue ? .yes : .no
    case .missing: .null
    }
  }

  func isTruthy(_ value: Value, includesZero: Bool) -> Bool {
    switch value {
    case .node(let index):
      let node = data.nodes[Int(index)]
      return node.isTruthy || (includesZero && (node.kind == .integer || node.kind == .number))
    case .name: return true
    case .position(let number): return number != 0 || includesZero
    case .boolean(let isTrue): return isTrue
    case .missing: return false
    }
  }

  func areEqual(_ left: Value, _ right: Value) -> Bool {
    if case .node(let left) = left, case .node(let right) = right {
      return data.areEqual(left, right)
    }
    return json(left) == json(right)
  }

  func json(_ value: Value) -> JSONValue {
    switch value {
    case .node(let node): data.json(node)
    case .name(let node): .string(data.name(data.nodes[Int(node)].name))
    case .position(let number): .integer(number)
    case .boolean(let isTrue): .bool(isTrue)
    case .missing: .null
    }
  }

  func text(of value: Value) -> String? {
    switch value {
    case .node(let node): data.nodes[Int(node)].kind == .text ? data.text(node) : nil
    case .name(let node): data.name(data.nodes[Int(node)].name)
    case .position, .boolean, .missing: nil
    }
  }

  private func trust(of value: Value) -> Trust {
    switch value {
    case .node(let node), .name(let node): data.nodes[Int(node)].trust
    case .position, .boolean, .missing: .template
    }
  }

  func cache(of value: Value) -> CacheClass {
    switch value {
    case .node(let node), .name(let node): data.nodes[Int(node)].cache
    case .position, .boolean, .missing: .stable
    }
  }

  /// Returns the node of a value; a value that is not a node is added to the data.
  mutating func node(for value: Value) -> Int32 {
    if case .node(let node) = value { return node }
    return data.add(json(value), trust: trust(of: value), cache: cache(of: value))
  }

  // MARK: Optional values

  /// Whether an operand without a value may be absent: the schema declares what it names, and since required values
  /// have been checked, the absent ones are optional.
  func isOptional(_ operand: Operand) -> Bool {
    let (start, names): (Int32, NameRange)
    switch operand {
    case .path(let levelsUp, let range):
      let frame = frames[max(0, frames.count - 1 - Int(levelsUp))]
      // An argument of a partial without a value was checked where it was passed.
      let first = range.count > 0 ? program.names[Int(range.start)] : -1
      let overlay = overlays[Int(frame.overlayStart)..<Int(frame.overlayEnd)]
      if overlay.contains(where: { $0.name == first }) { return mode.schema != nil }
      (start, names) = (frame.node, range)
    case .root(let range): (start, names) = (data.root, range)
    case .variable, .loop, .key, .literal, .call: return false
    }
    var node = start
    var cursor = schemaCursor(of: start)
    for at in names.start..<(names.start + names.count) {
      let symbol = program.names[Int(at)]
      guard let next = cursor.member(data.name(symbol)), next.schema != nil else { return false }
      guard let member = data.member(symbol, of: node) else { return true }
      (cursor, node) = (next, member)
    }
    return false
  }

  /// Returns the schema of a value by following its path.
  private func schemaCursor(of index: Int32) -> SchemaCursor {
    if index == data.root { return SchemaCursor(schema: mode.schema, isRoot: true) }
    let node = data.nodes[Int(index)]
    guard node.parent >= 0, node.name != PromptData.Node.derived else { return .unknown }
    let parent = schemaCursor(of: node.parent)
    return data.nodes[Int(node.parent)].kind == .list
      ? parent.element : parent.member(data.name(node.name)) ?? .unknown
  }

  // MARK: Errors

  /// Returns the error for a value that changes more often than its section, whose shared prefix it would change.
  func cacheError(_ value: Value, in section: Int, origin: Int32) -> SourceError {
    let cache = cache(of: value).rawValue
    return error(
      "template.cache-class",
      "this value is \(cache), and the section '\(sectionNames[section])' is "
        + caches[section].rawValue,
      origin: origin, hint: "move it to a later section")
  }

  func error(
    _ code: String, _ message: String, origin: Int32, hint: String? = nil
  ) -> SourceError {
    SourceError(
      Diagnostic(code, message, in: program.files[Int(writer.file)], at: Int(origin), hint: hint))
  }

  func missing(origin: Int32) -> SourceError {
    let bytes = program.files[Int(writer.file)].bytes[Int(origin)...]
    let isPartOfPath: (UInt8) -> Bool = { byte in
      byte != UInt8(ascii: "}") && byte != UInt8(ascii: "~") && byte > 0x20
    }
    let path = String(decoding: bytes.prefix(while: isPartOfPath), as: UTF8.self)
    let known = frames.last.map { data.memberNames(of: $0.node) } ?? []
    let name = path.split(separator: ".").first.map(String.init) ?? path
    return error(
      "template.missing-value", "there is no value for '\(path)'", origin: origin,
      hint: known.hint(for: name))
  }

  func notAList(_ value: Value, origin: Int32) -> SourceError {
    error(
      "template.not-a-list", "'each' needs a list, not \(json(value).typeName)",
      origin: origin)
  }
}
