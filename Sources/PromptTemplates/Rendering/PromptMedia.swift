/// A file or an image that a prompt shows to the model.
public struct PromptMedia: Sendable, Hashable {
  /// Where it lies: a web address or a data URL.
  public var url: String
  /// Its media type, such as `image/jpeg`, when the template says.
  public var contentType: String?

  /// Creates a reference to media.
  public init(url: String, contentType: String? = nil) {
    self.url = url
    self.contentType = contentType
  }
}
