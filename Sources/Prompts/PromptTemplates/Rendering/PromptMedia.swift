/// A file or an image that a prompt passes to the model.
public struct PromptMedia: Sendable, Hashable {
  /// The location: a web address or a data URL.
  public var url: String
  /// The media type, such as `image/jpeg`; nil if the template does not give one.
  public var contentType: String?

  /// Creates a reference to media; nothing is loaded.
  public init(url: String, contentType: String? = nil) {
    self.url = url
    self.contentType = contentType
  }
}
