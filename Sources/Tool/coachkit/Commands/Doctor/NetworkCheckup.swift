import CommandLineSupport
import CurlNetwork
import LanguageModels
import NamedModels
import SourceFiles

/// Checks proxies and certificates.
struct NetworkCheckup {
  private let factory: ModelFactory

  init(_ factory: ModelFactory) {
    self.factory = factory
  }

  func findings() -> [DoctorFinding] { proxies() + [certificates()] }

  /// The variables that libcurl reads. Not HTTP_PROXY in upper case, which a client of a CGI program could set.
  private static let variables = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
  ]

  private func proxies() -> [DoctorFinding] {
    let environment = factory.resolver.environment
    let set = Self.variables.filter { !(environment[$0] ?? "").isEmpty }
    var findings = set.map { name in
      // The part before the @ is a name and a password.
      let address = (environment[name] ?? "").split(separator: "@").last ?? ""
      return DoctorFinding(
        area: "network", name: name, state: .fine, text: "requests go through \(address)")
    }
    if set.isEmpty {
      findings.append(
        DoctorFinding(area: "network", name: "proxy", state: .fine, text: "none is set"))
    }
    if set.isEmpty, !(environment["HTTP_PROXY"] ?? "").isEmpty {
      findings.append(
        DoctorFinding(
          area: "network", name: "HTTP_PROXY", state: .missing,
          text: "is set, and libcurl does not read it",
          hint: "set http_proxy in lower case, or HTTPS_PROXY"))
    }
    let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    let hosts = exceptions.split { $0 == "," || $0 == " " }
    let sparesLocal = hosts.contains("*") || hosts.contains("127.0.0.1")
    if set.contains(where: { $0 != "https_proxy" && $0 != "HTTPS_PROXY" }), !sparesLocal {
      findings.append(
        DoctorFinding(
          area: "network", name: "no_proxy", state: .wrong,
          text: "does not name 127.0.0.1: requests to a local model go through the proxy",
          hint: "export no_proxy=127.0.0.1,localhost"))
    }
    return findings
  }

  private func certificates() -> DoctorFinding {
    let files = DiskFileSystem()
    for name in ["CURL_CA_BUNDLE", "SSL_CERT_FILE"] {
      guard let path = factory.resolver.environment[name] else { continue }
      let isThere = files.kind(of: path) == .file
      return DoctorFinding(
        area: "network", name: "certificates", state: isThere ? .fine : .wrong,
        text: "\(path) (from \(name))\(isThere ? "" : " is not there")",
        hint: isThere ? nil : "name a PEM file, or unset \(name)")
    }
    let path = CurlTransport.certificateFile
    guard let path, files.kind(of: path) != nil else {
      return DoctorFinding(
        area: "network", name: "certificates", state: .wrong,
        text:
          "\(path ?? "no file of trusted certificates") is not there: no provider can be reached",
        hint: "install the package ca-certificates, or name a PEM file in SSL_CERT_FILE")
    }
    return DoctorFinding(area: "network", name: "certificates", state: .fine, text: path)
  }
}
