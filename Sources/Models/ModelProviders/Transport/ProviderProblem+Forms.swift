public import Documents

/// How errors are told from parts of replies.
extension ProviderProblem {
  /// Returns whether an event may be an error, without reading it: it has a member for errors, or no member of a reply.
  ///
  /// A decoder calls this for an event that has none of its protocol's members, before it reads the error.
  public static func isSuspected(_ json: borrowing JSONIndex) -> Bool {
    guard json.isObject(json.root) else { return json.isArray(json.root) }
    if isFilled(json["error"], in: json) || isFilled(json["errors"], in: json)
      || isFilled(json["base_resp"], in: json)
    {
      return true
    }
    if let choice = json.first(json["choices"]) {
      return isFilled(json["error", in: choice], in: json)
        || isFilled(json["error", in: json["x_groq"]], in: json)
    }
    return !isReply(json)
  }

  private static func isFilled(_ node: JSONIndex.Node?, in json: borrowing JSONIndex) -> Bool {
    guard let node else { return false }
    if json.isArray(node) { return json.first(node) != nil }
    return !json.isString(node, "") && json.bool(node) != false
  }

  private static func isReply(_ json: borrowing JSONIndex) -> Bool {
    if json.first(json["candidates"]) != nil || json.isObject(json["message"])
      || json["content"] != nil || json["delta"] != nil || json["output"] != nil
      || json["done"] != nil || json["usageMetadata"] != nil
    {
      return true
    }
    // Protocols of typed events reserve the right to add types.
    if let type = json["type"], !json.isString(type, "error"), json["message"] == nil {
      return true
    }
    return json["model"] != nil && json.isObject(json["usage"])
  }

  private static func isReply(_ value: JSONValue) -> Bool {
    func has(_ name: String) -> Bool { value[name].map { $0 != .null } ?? false }
    if value["choices"]?.array?.isEmpty == false || value["candidates"]?.array?.isEmpty == false
      || value["message"]?.object != nil
      || ["content", "delta", "output", "done", "usageMetadata"].contains(where: has)
    {
      return true
    }
    if has("type"), value["type"]?.string != "error", !has("message") { return true }
    return has("model") && value["usage"]?.object != nil
  }

  /// Returns the error in a value; nil if there is none, or one that says nothing.
  static func error(in value: JSONValue) -> JSONValue? {
    guard value.object != nil else { return nil }
    if let error = value.said(["error", "errors"]) ?? value["Response"]?.said(["error"]) {
      return error
    }
    if let outcome = value["base_resp"], outcome["status_code"]?.isCodeOfError == true {
      return outcome
    }
    if let error = value["choices"]?.array?.first?.said(["error"])
      ?? value["x_groq"]?.said(["error"])
    {
      return error
    }
    // Not an expression with `nil`, which would be the JSON value null.
    guard !isReply(value), isError(value) else { return nil }
    return value
  }

  /// Whether an object that is no part of a reply describes an error itself.
  private static func isError(_ value: JSONValue) -> Bool {
    func word(_ name: String) -> String { value[name]?.string?.lowercased() ?? "" }
    if word("type") == "error" || word("object") == "error" || value.said(["detail"]) != nil
      || value.said(["errorcode"])?.isCodeOfError == true
      || value.said(["errormsg", "errormessage"]) != nil
    {
      return true
    }
    guard let message = value.said(["message", "msg"]) else { return false }
    if value["success"] == false || value["ok"] == false
      || ["error", "failed", "failure", "fail"].contains(word("status"))
    {
      return true
    }
    if value.said(["code", "errcode"])?.isCodeOfError == true || status(value) != nil {
      return true
    }
    // A kind that is known, in a member of its own or as the whole message.
    let type = value.said(["type"])?.string
    if let type, folded(type).hasSuffix("error") || folded(type).hasSuffix("exception") {
      return true
    }
    return [type, value["status"]?.string, message.string].contains { name in
      name.map { code(ofWord: $0) != nil } ?? false
    }
  }

  /// The names of members with the message, without case and separators, the best first.
  static let messageNames = [
    "message", "msg", "statusmsg", "errormsg", "errormessage", "errmsg", "detail", "description",
    "errordescription", "title", "reason",
  ]

  /// Returns the words of an error: of a text, of the member with the message, or of the first of several errors.
  static func message(of error: JSONValue) -> String? {
    if let text = error.string { return error.saysNothing ? nil : text }
    if let elements = error.array {
      let messages = elements.prefix(3).compactMap { message(of: $0) }
      return messages.isEmpty ? nil : messages.joined(separator: "; ")
    }
    guard let text = error.said(messageNames + ["error", "errors"]).flatMap({ message(of: $0) })
    else { return nil }
    // FastAPI names the part of the request that it rejects.
    guard let path = error["loc"]?.array, !path.isEmpty else { return text }
    return "\(path.map { $0.string ?? $0.text() }.joined(separator: ".")): \(text)"
  }

  /// Returns the status of HTTP that an error states as its code or its status.
  static func status(_ error: JSONValue) -> Int? {
    for name in ["statuscode", "code", "status", "httpstatus", "errorcode"] {
      let value = error.said([name])
      let number = value?.integer ?? value?.string.flatMap { Int($0) }
      if let number, (300..<600).contains(number) { return number }
    }
    return nil
  }

  /// Returns names for the numbers of providers whose errors have no words.
  static func numbers(in value: JSONValue) -> [String] {
    var names: [String] = []
    if let number = value["base_resp"]?["status_code"]?.integer {
      names.append("base_resp \(number)")
    }
    if let number = value["error_code"]?.integer { names.append("error_code \(number)") }
    return names
  }

  /// Returns a name without its case and separators, in which providers differ.
  static func folded(_ name: String) -> String {
    let separators = "_- .".utf8
    return String(decoding: name.utf8.filter { !separators.contains($0) }, as: UTF8.self)
      .lowercased()
  }
}

extension JSONValue {
  /// Whether an error of this form is none: nothing, a flag that is off, a code that means success, or a list or an
  /// object of nothing else.
  var saysNothing: Bool {
    switch self {
    case .null: true
    case .bool(let flag): !flag
    case .string(let text): text.allSatisfy(\.isWhitespace)
    case .array(let elements): elements.allSatisfy(\.saysNothing)
    case .object(let members):
      members.allSatisfy { name, value in
        value.saysNothing
          || (ProviderProblem.folded(name).hasSuffix("code") && !value.isCodeOfError)
      }
    case .integer, .number: !isCodeOfError
    }
  }

  /// Whether a code says that there is an error: any but 0, the statuses of success, and words for it.
  var isCodeOfError: Bool {
    if let number { return number != 0 && !(200..<300).contains(number) }
    guard let text = string else { return false }
    if let number = Int(text) { return JSONValue.integer(number).isCodeOfError }
    return !["", "ok", "success", "null", "none"].contains(text.lowercased())
  }

  /// Returns the first member that says anything, by its name without case and separators.
  func said(_ names: [String]) -> JSONValue? {
    guard let object else { return nil }
    let members = object.map { (name: ProviderProblem.folded($0.key), value: $0.value) }
    for name in names {
      for member in members where member.name == name && !member.value.saysNothing {
        return member.value
      }
    }
    return nil
  }
}
