import CCoachCurl
import LanguageModels
import ModelProviders

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The part of a transfer that calls libcurl, on the loop thread only.
extension CurlTransfer {
  /// Creates the easy handle. ``release()`` frees it, also if this throws.
  func prepare(sharing sessions: UnsafeMutableRawPointer?) throws(TransportError)
    -> UnsafeMutableRawPointer
  {
    guard let easy = curl_easy_init() else {
      throw TransportError(.connect, "libcurl has no room for another request")
    }
    self.easy = easy
    try setHeaders(easy)
    let problem = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    self.problem = problem
    coachkit_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, problem)
    coachkit_curl_set_pointer(easy, CURLOPT_SHARE, sessions)
    coachkit_curl_set_close_on_exec(easy)
    coachkit_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    let me = Unmanaged.passUnretained(self).toOpaque()
    coachkit_curl_set_string(easy, CURLOPT_URL, request.url)
    coachkit_curl_limit_protocols(easy)
    coachkit_curl_set_quick_exit(easy)
    coachkit_curl_set_pointer(easy, CURLOPT_PRIVATE, me)
    coachkit_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    coachkit_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
    // Enough for a request; the default is 64 KB per stream.
    coachkit_curl_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16 << 10)
    coachkit_curl_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS,
      min(Int(Int32.max), max(1, request.connectTimeout.wholeMilliseconds)))
    configure(easy)
    if request.method != "GET" {
      coachkit_curl_set_long(easy, CURLOPT_POST, 1)
      if request.method != "POST" {
        coachkit_curl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method)
      }
      coachkit_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      _ = request.body.withUnsafeBytes { body in
        // libcurl copies the bytes, so the pointer need not outlive this call.
        coachkit_curl_set_pointer(
          easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: body.baseAddress))
      }
      // libcurl has its copy.
      request.body = []
    }
    coachkit_curl_set_pointer(easy, CURLOPT_HEADERDATA, me)
    coachkit_curl_set_pointer(easy, CURLOPT_WRITEDATA, me)
    coachkit_curl_set_data(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      transfer.receiveHeader(line) { transfer.number(CURLINFO_RESPONSE_CODE) }
      return line.count
    }
    coachkit_curl_set_data(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
      switch transfer.receive(body) {
      case .taken: return body.count
      case .pause: return Int(CURL_WRITEFUNC_PAUSE)
      case .refused: return 0
      }
    }
    return easy
  }

  private func setHeaders(_ easy: UnsafeMutableRawPointer) throws(TransportError) {
    // A line end in any of these would inject a header or a request.
    let texts = [request.url] + request.headers.flatMap { [$0.name, $0.value] }
    guard texts.allSatisfy({ !$0.utf8.contains { $0 == 0 || $0 == 0x0a || $0 == 0x0d } }) else {
      throw TransportError(.connect, "the address or a header contains a line break")
    }
    // libcurl sends an empty header only if it ends in a semicolon; a colon alone removes the header.
    let lines = request.headers.map { header in
      header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    }
    // Without `Expect:` libcurl asks for permission before a large body, which costs a second with servers that do
    // not answer.
    for line in lines + ["Expect:", "Accept-Encoding: \(ContentDecoder.accepted)"] {
      guard let longer = curl_slist_append(requestHeaders, line) else {
        throw TransportError(.connect, "libcurl has no room for the headers")
      }
      requestHeaders = longer
    }
    coachkit_curl_set_pointer(easy, CURLOPT_HTTPHEADER, requestHeaders)
  }

  private func configure(_ easy: UnsafeMutableRawPointer) {
    if configuration.allowsHTTP2 {
      coachkit_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // A stream waits for a connection that is being established instead of opening another.
      coachkit_curl_set_long(easy, CURLOPT_PIPEWAIT, 1)
    } else {
      coachkit_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
    switch configuration.proxy {
    case .environment:
      let variables = ProxyVariables()
      if let proxy = variables.proxy(for: request.url) {
        coachkit_curl_set_string(easy, CURLOPT_PROXY, proxy)
      }
      if let exceptions = variables.exceptions(for: request.url) {
        coachkit_curl_set_string(easy, CURLOPT_NOPROXY, exceptions)
      }
    // An empty URL disables proxies, whatever the environment says.
    case .none: coachkit_curl_set_string(easy, CURLOPT_PROXY, "")
    case .url(let url):
      coachkit_curl_set_string(easy, CURLOPT_PROXY, url)
      coachkit_curl_set_string(easy, CURLOPT_NOPROXY, "")
    }
    let file = configuration.certificateFile
    if let file { coachkit_curl_set_string(easy, CURLOPT_CAINFO, file) }
    // With a certificate directory beside the file, libcurl reads the whole file for every connection (28 ms and 900
    // KB each on Debian 12). And a file that the caller names must be the only one trusted.
    if file != nil || Self.systemHasCertificateFile(easy) {
      coachkit_curl_set_string(easy, CURLOPT_CAPATH, nil)
    }
  }

  private static func systemHasCertificateFile(_ easy: UnsafeMutableRawPointer) -> Bool {
    coachkit_curl_certificate_file(easy).map { access($0, R_OK) == 0 } ?? false
  }

  private func number(_ info: CURLINFO) -> Int {
    var number = 0
    coachkit_curl_get_long(easy, info, &number)
    return number
  }

  /// Frees everything that ``prepare(sharing:)`` created.
  func release() {
    if let easy { curl_easy_cleanup(easy) }
    if let requestHeaders { curl_slist_free_all(requestHeaders) }
    problem?.deallocate()
    easy = nil
    requestHeaders = nil
    problem = nil
  }

  /// Translates libcurl's result code.
  func result(of code: CURLcode) -> Result<Void, TransportError> {
    if let decodingError { return .failure(decodingError) }
    guard code != CURLE_OK else { return .success(()) }
    let words = problem.map { String(cString: $0) } ?? ""
    let message =
      if code == CURLE_OUT_OF_MEMORY {
        // libcurl's own limit of a line of the head; it has no other words for that.
        "a header of the reply is above 100 KB, or there is no memory left"
      } else {
        words.isEmpty ? String(cString: curl_easy_strerror(code)) : words
      }
    // The proxy refused, so the server was never reached.
    if number(CURLINFO_HTTP_CONNECTCODE) >= 400 {
      return .failure(TransportError(.connect, message))
    }
    let wasSent = number(CURLINFO_REQUEST_SIZE) > 0
    let kind: TransportError.Kind =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
        CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_PROXY:
        wasSent ? .broken : .connect
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_INVALIDCERTSTATUS,
        CURLE_SSL_ISSUER_ERROR:
        .security
      // This is libcurl's only timeout here; the loop enforces the later ones.
      case CURLE_OPERATION_TIMEDOUT: .connectTimeout
      default: .broken
      }
    return .failure(TransportError(kind, message))
  }
}
