/// Compiles a schema document: finds its resources and anchors, then translates each reachable schema into
/// assertions.
struct SchemaCompiler {
  /// A schema resource: the document, or a part of it that has an `$id`.
  private struct Resource {
    var address: String
    var pointer: String
    var anchors: [String: String] = [:]
    var dynamicAnchors: [String: String] = [:]
  }

  /// How many schemas may contain or refer to one another in a chain, since the compiler calls itself for each.
  static let maximumDepth = 500

  private let document: JSONValue
  private var program = SchemaProgram()
  private var resources: [Resource] = []
  /// The resources by the JSON pointer of the part of the document where they start.
  private var resourceAt: [ExactText: Int] = [:]
  private var compiled: [ExactText: Int] = [:]
  private var depth = 0
  private(set) var unknownKeywords: [JSONSchemaError] = []

  init(_ document: JSONValue) throws(JSONSchemaError) {
    self.document = document
    resources.append(Resource(address: "", pointer: ""))
    resourceAt[ExactText("")] = 0
    try survey(document, pointer: "", resource: 0)
  }

  mutating func compile() throws(JSONSchemaError) -> SchemaProgram {
    program.root = try node(at: "")
    for resource in resources {
      var anchors: [String: Int] = [:]
      for (name, pointer) in resource.dynamicAnchors { anchors[name] = try node(at: pointer) }
      program.dynamicAnchors.append(anchors)
    }
    return program
  }

  // MARK: Survey

  /// Collects identifiers and anchors, but only in places for schemas: an `$id` in an `enum` is data.
  private mutating func survey(_ schema: JSONValue, pointer: String, resource: Int)
    throws(JSONSchemaError)
  {
    guard let object = schema.object else { return }
    var resource = resource
    if let id = object["$id"] {
      guard let text = id.string else {
        throw JSONSchemaError(path: "\(pointer)/$id", message: "must be a text")
      }
      let address = SchemaAddress.resolve(
        SchemaAddress.split(text).address, from: resources[resource].address)
      if pointer.isEmpty {
        resources[0].address = address
      } else {
        resource = resources.count
        resources.append(Resource(address: address, pointer: pointer))
        resourceAt[ExactText(pointer)] = resource
      }
    }
    if let anchor = object["$anchor"]?.string { resources[resource].anchors[anchor] = pointer }
    if let anchor = object["$dynamicAnchor"]?.string {
      resources[resource].anchors[anchor] = pointer
      resources[resource].dynamicAnchors[anchor] = pointer
    }
    for (key, value) in object {
      let place = "\(pointer)/\(SchemaAddress.escaped(key))"
      if Keyword.schemas.contains(key) {
        try survey(value, pointer: place, resource: resource)
      } else if Keyword.schemaLists.contains(key) {
        for (position, element) in (value.array ?? []).enumerated() {
          try survey(element, pointer: "\(place)/\(position)", resource: resource)
        }
      } else if Keyword.schemaMaps.contains(key) {
        for (name, member) in value.object ?? [:] {
          let name = SchemaAddress.escaped(name)
          try survey(member, pointer: "\(place)/\(name)", resource: resource)
        }
      }
    }
  }

  private func resource(at pointer: String) -> Int {
    guard resources.count > 1 else { return 0 }
    var place = pointer[...]
    while true {
      if let resource = resourceAt[ExactText(String(place))] { return resource }
      guard let slash = place.lastIndex(of: "/") else { return 0 }
      place = place[..<slash]
    }
  }

  // MARK: Schemas

  private func value(at pointer: String) -> JSONValue? {
    var found = document
    for name in SchemaAddress.pointer(pointer.isEmpty ? "" : pointer) {
      if let elements = found.array, let position = Int(name), elements.indices.contains(position) {
        found = elements[position]
      } else if let member = found[name] {
        found = member
      } else {
        return nil
      }
    }
    return found
  }

  private mutating func node(at pointer: String) throws(JSONSchemaError) -> Int {
    try node(at: pointer, value(at: pointer))
  }

  private mutating func node(at pointer: String, _ value: JSONValue?) throws(JSONSchemaError)
    -> Int
  {
    if let known = compiled[ExactText(pointer)] { return known }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw JSONSchemaError(
        path: pointer,
        message: "is nested or referred to more than \(Self.maximumDepth) levels deep")
    }
    let number = program.nodes.count
    compiled[ExactText(pointer)] = number
    program.nodes.append(SchemaProgram.Node(resource: resource(at: pointer)))
    switch value {
    case .bool(true)?: break
    case .bool(false)?: program.nodes[number].isNever = true
    case .object(let object)?:
      program.nodes[number].types = try KeywordReader(object: object, pointer: pointer).types()
      program.nodes[number].assertions = try assertions(of: object, at: pointer)
    default: throw JSONSchemaError(path: pointer, message: "a schema is an object or a boolean")
    }
    return number
  }

  private mutating func assertions(of object: JSONObject, at pointer: String)
    throws(JSONSchemaError) -> [Assertion]
  {
    var reader = KeywordReader(object: object, pointer: pointer)
    var assertions = try reader.simpleAssertions()
    for (key, value) in object {
      let place = "\(pointer)/\(SchemaAddress.escaped(key))"
      guard let keyword = Keyword(rawValue: key) else {
        if !Keyword.silent.contains(key) {
          unknownKeywords.append(
            JSONSchemaError(
              path: place, message: "the keyword '\(key)' is unknown",
              hint: "keywords are those of JSON Schema 2020-12"))
        }
        continue
      }
      switch keyword {
      case .ref: assertions.append(.reference(try target(of: value, from: pointer, place).node))
      case .dynamicRef:
        let (node, anchor) = try target(of: value, from: pointer, place)
        assertions.append(
          anchor.map { .dynamicReference(node, anchor: $0) } ?? .reference(node))
      case .allOf: assertions.append(.all(try nodes(value, at: place)))
      case .anyOf: assertions.append(.any(try nodes(value, at: place)))
      case .oneOf: assertions.append(.exactlyOne(try nodes(value, at: place)))
      case .not: assertions.append(.not(try node(at: place, value)))
      case .if:
        assertions.append(
          .conditional(
            try node(at: place, value), then: try optional("then", of: object, at: pointer),
            otherwise: try optional("else", of: object, at: pointer)))
      case .propertyNames: assertions.append(.propertyNames(try node(at: place, value)))
      case .dependentSchemas:
        assertions.append(
          .dependentSchemas(try named(value, at: place).map { ($0.name, $0.schema) }))
      case .contains:
        assertions.append(
          .contains(
            try node(at: place, value), minimum: try reader.count("minContains") ?? 1,
            maximum: try reader.count("maxContains")))
      default: break
      }
    }
    try addMembers(of: object, at: pointer, to: &assertions)
    try addElements(of: object, at: pointer, to: &assertions)
    // These come last, since they depend on what all other keywords have evaluated.
    if let node = try optional("unevaluatedItems", of: object, at: pointer) {
      assertions.append(.unevaluatedItems(node))
      program.tracksEvaluation = true
    }
    if let node = try optional("unevaluatedProperties", of: object, at: pointer) {
      assertions.append(.unevaluatedProperties(node))
      program.tracksEvaluation = true
    }
    return assertions
  }

  private mutating func addMembers(
    of object: JSONObject, at pointer: String, to assertions: inout [Assertion]
  ) throws(JSONSchemaError) {
    var rules = MemberRules()
    if let value = object["properties"] {
      rules.properties = try named(value, at: "\(pointer)/properties")
    }
    if let value = object["patternProperties"] {
      let place = "\(pointer)/patternProperties"
      for (name, schema) in try named(value, at: place) {
        rules.patterns.append((try KeywordReader.expression(name, at: place), schema))
      }
    }
    rules.additional = try optional("additionalProperties", of: object, at: pointer)
    rules.finish()
    guard !rules.properties.isEmpty || !rules.patterns.isEmpty || rules.additional != nil else {
      return
    }
    assertions.append(.members(rules))
  }

  private mutating func addElements(
    of object: JSONObject, at pointer: String, to assertions: inout [Assertion]
  ) throws(JSONSchemaError) {
    let prefix = try object["prefixItems"].map { value throws(JSONSchemaError) in
      try nodes(value, at: "\(pointer)/prefixItems")
    }
    let rest = try optional("items", of: object, at: pointer)
    guard prefix != nil || rest != nil else { return }
    assertions.append(.elements(prefix: prefix ?? [], rest: rest))
  }

  private mutating func optional(_ key: String, of object: JSONObject, at pointer: String)
    throws(JSONSchemaError) -> Int?
  {
    try object[key].map { value throws(JSONSchemaError) in try node(at: "\(pointer)/\(key)", value)
    }
  }

  private mutating func nodes(_ value: JSONValue, at context: String) throws(JSONSchemaError)
    -> [Int]
  {
    guard let elements = value.array, !elements.isEmpty else {
      throw JSONSchemaError(path: context, message: "must be a list of schemas")
    }
    var nodes: [Int] = []
    for (position, element) in elements.enumerated() {
      nodes.append(try node(at: "\(context)/\(position)", element))
    }
    return nodes
  }

  private mutating func named(_ value: JSONValue, at context: String) throws(JSONSchemaError)
    -> [(name: String, schema: Int)]
  {
    guard let object = value.object else {
      throw JSONSchemaError(path: context, message: "must be an object")
    }
    var schemas: [(name: String, schema: Int)] = []
    for (name, value) in object {
      schemas.append((name, try node(at: "\(context)/\(SchemaAddress.escaped(name))", value)))
    }
    return schemas
  }

  // MARK: References

  /// Returns the schema that a reference points to, and the name of the anchor if it is a dynamic one.
  private mutating func target(of value: JSONValue, from pointer: String, _ context: String)
    throws(JSONSchemaError) -> (node: Int, anchor: String?)
  {
    guard let reference = value.string else {
      throw JSONSchemaError(path: context, message: "must be a text")
    }
    let (address, fragment) = SchemaAddress.split(reference)
    let base = resources[resource(at: pointer)].address
    let wanted = SchemaAddress.resolve(address, from: base)
    guard let found = resources.firstIndex(where: { $0.address == wanted }) else {
      throw JSONSchemaError(
        path: context, message: "'\(reference)' is outside this document and is not supported")
    }
    let resource = resources[found]
    guard let fragment, !fragment.isEmpty else { return (try node(at: resource.pointer), nil) }
    if fragment.hasPrefix("/") {
      let names = SchemaAddress.pointer(fragment).map(SchemaAddress.escaped)
      let pointer = resource.pointer + names.map { "/" + $0 }.joined()
      guard self.value(at: pointer) != nil else {
        throw JSONSchemaError(path: context, message: "there is nothing at '\(reference)'")
      }
      return (try node(at: pointer), nil)
    }
    guard let pointer = resource.anchors[fragment] else {
      throw JSONSchemaError(path: context, message: "there is no anchor '\(fragment)'")
    }
    let isDynamic = resource.dynamicAnchors[fragment] != nil
    return (try node(at: pointer), isDynamic ? fragment : nil)
  }
}
