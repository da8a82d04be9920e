public import LanguageModels

/// A prompt with its inputs, and how a value is made from the reply.
///
/// The value's type makes a task usable without knowledge of its prompt. A task of your own is a prompt file and one of
/// these:
///
/// ```swift
/// struct Haiku: Sendable { var lines: [String] }
///
/// let task = PromptTask<Haiku>(AssemblyRequest(prompt: .init(name: "haiku"), person: person)) { reply in
///   let lines = (reply.text ?? "").split(separator: "\n").map(String.init)
///   guard lines.count == 3 else { throw StructuredMisfit(["a haiku has three lines"]) }
///   return Haiku(lines: lines)
/// }
/// let result = try await service.tasks.run(task)
/// ```
public struct PromptTask<Value: Sendable>: Sendable {
  /// Makes the value from a reply that keeps the prompt's contract. It throws what the model has to correct.
  public typealias Decoding = @Sendable (TaskReply) throws(StructuredMisfit) -> Value

  /// The prompt and its inputs. Without a version, the person gets the one that they are assigned by the labels, and the
  /// newest if there are none.
  public var request: AssemblyRequest
  /// The time limit for all attempts; `nil` for that of the prompt or the runner.
  public var timeout: Duration?
  /// Makes the value from a reply.
  public var decode: Decoding

  /// Creates a task.
  public init(_ request: AssemblyRequest, timeout: Duration? = nil, decode: @escaping Decoding) {
    self.request = request
    self.timeout = timeout
    self.decode = decode
  }
}

extension PromptTask where Value == TaskReply {
  /// Creates a task whose value is the checked reply itself.
  public init(_ request: AssemblyRequest, timeout: Duration? = nil) {
    self.init(request, timeout: timeout) { reply in reply }
  }
}
