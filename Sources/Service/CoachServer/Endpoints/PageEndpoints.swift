#if Server
  import CoachKit
  import HTTPTypes
  import SourceFiles

  extension Endpoint {
    /// A page on which a conversation can be tried. It holds no secret: what it shows, it asks for with the reader's key.
    static var page: [Endpoint] {
      [
        ("/", "index.html", "text/html; charset=utf-8", "A page to try a conversation"),
        ("/page.css", "page.css", "text/css; charset=utf-8", "The style of the page"),
        ("/page.js", "page.js", "text/javascript; charset=utf-8", "The program of the page"),
      ].map { path, name, contentType, summary in
        let bytes = embeddedFiles.file("Page/\(name)").bytes
        return Endpoint(
          method: .get, path: path, summary: summary,
          response: .text(contentType: contentType), load: .light
        ) { _ in .text(bytes, contentType: contentType, headers: headers) }
      }
    }

    /// The page runs its own program only, asks its own server only, and cannot be put into another page.
    private static let headers: HTTPFields = {
      var headers: HTTPFields = [
        .contentSecurityPolicy: """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
        img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
        """
      ]
      if let name = HTTPField.Name("referrer-policy") { headers[name] = "no-referrer" }
      return headers
    }()
  }
#endif
