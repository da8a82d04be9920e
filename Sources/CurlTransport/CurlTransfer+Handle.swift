import CCurl
import LanguageModels

/// The part of a transfer that talks to libcurl; only the loop thread calls it.
extension CurlTransfer {
  /// Makes the handle; nil when libcurl cannot.
  func prepare() -> UnsafeMutableRawPointer? {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    let me = Unmanaged.passUnretained(self).toOpaque()
    coachkit_curl_set_string(easy, CURLOPT_URL, request.url)
    coachkit_curl_limit_protocols(easy)
    coachkit_curl_set_quick_exit(easy)
    coachkit_curl_set_pointer(easy, CURLOPT_PRIVATE, me)
    coachkit_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    coachkit_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
    // Enough for a request; the default would be 64 KB for each stream.
    coachkit_curl_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16 << 10)
    coachkit_curl_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS, max(1, request.connectTimeout.wholeMilliseconds))
    coachkit_curl_set_string(easy, CURLOPT_ACCEPT_ENCODING, "")
    configure(easy)
    if request.method == "POST" {
      coachkit_curl_set_long(easy, CURLOPT_POST, 1)
      coachkit_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
      _ = request.body.withUnsafeBytes { body in
        // libcurl copies the bytes, so the pointer need not outlive this call.
        coachkit_curl_set_pointer(
          easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: body.baseAddress))
      }
    }
    for header in request.headers {
      requestHeaders = curl_slist_append(requestHeaders, "\(header.name): \(header.value)")
    }
    // Without this libcurl asks for permission before a large body and loses a second to servers
    // that do not answer.
    requestHeaders = curl_slist_append(requestHeaders, "Expect:")
    coachkit_curl_set_pointer(easy, CURLOPT_HTTPHEADER, requestHeaders)
    coachkit_curl_set_pointer(easy, CURLOPT_HEADERDATA, me)
    coachkit_curl_set_pointer(easy, CURLOPT_WRITEDATA, me)
    coachkit_curl_set_data(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      guard let bytes, let context else { return 0 }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      transfer.receiveHeader(line) { transfer.status }
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

  private func configure(_ easy: UnsafeMutableRawPointer) {
    if configuration.allowsHTTP2 {
      coachkit_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
      // A stream waits for a connection that is coming about instead of opening another.
      coachkit_curl_set_long(easy, CURLOPT_PIPEWAIT, 1)
    } else {
      coachkit_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    }
    switch configuration.proxy {
    case .environment: break
    // An empty address is libcurl's way to say that there is none, whatever the environment says.
    case .none: coachkit_curl_set_string(easy, CURLOPT_PROXY, "")
    case .url(let url): coachkit_curl_set_string(easy, CURLOPT_PROXY, url)
    }
    if let file = configuration.certificateFile {
      coachkit_curl_set_string(easy, CURLOPT_CAINFO, file)
      // Otherwise the system's folder of certificates would be trusted beside the file.
      coachkit_curl_set_string(easy, CURLOPT_CAPATH, nil)
    }
  }

  private var status: Int {
    var status = 0
    coachkit_curl_status(easy, &status)
    return status
  }

  /// Frees what ``prepare()`` made.
  func release() {
    if let easy { curl_easy_cleanup(easy) }
    if let requestHeaders { curl_slist_free_all(requestHeaders) }
    easy = nil
    requestHeaders = nil
  }

  /// libcurl's outcome in our terms.
  func result(of code: CURLcode) -> Result<Void, TransportError> {
    guard code != CURLE_OK else { return .success(()) }
    let message = String(cString: curl_easy_strerror(code))
    let kind: TransportError.Kind =
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
        CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
        .connect
      case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
        .security
      // libcurl knows no other timeout here: the later phases are timed by the loop.
      case CURLE_OPERATION_TIMEDOUT: .connectTimeout
      default: .broken
      }
    return .failure(TransportError(kind, message))
  }
}
