@testable import CurlNetwork
import Testing
import TestKit

@Suite("The variables for proxies")
struct ProxyVariableTests {
  private func variables(_ values: [String: String]) -> ProxyVariables {
    ProxyVariables(reading: { values[$0] })
  }

  @Test(
    "only what libcurl reads differently is given to it",
    arguments: [
      ([:], nil), (["https_proxy": "http://p:1"], nil), (["https_proxy": ""], nil),
      (["https_proxy": "http://p:1\n"], "http://p:1"), (["HTTPS_PROXY": " p:1 "], "p:1"),
      (["https_proxy": " ", "ALL_PROXY": "http://a:1"], "http://a:1"),
      (["https_proxy": "\n"], ""), (["https_proxy": "", "all_proxy": "\"a:1\""], "a:1"),
      (["http_proxy": "http://p:1\n"], nil),
    ] as [([String: String], String?)])
  func proxies(values: [String: String], proxy: String?) {
    expect(variables(values).proxy(for: "https://h/v1"), equals: proxy)
  }

  @Test("a request without encryption has a variable of its own")
  func plain() {
    expect(variables(["http_proxy": "p:1\n"]).proxy(for: "http://h/v1"), equals: "p:1")
    expect(variables(["HTTP_PROXY": "p:1\n"]).proxy(for: "http://h/v1"), equals: nil)
  }

  @Test(
    "an exception with a port is one for that port",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1"), ("127.0.0.1:8081", ""),
      ("a, 127.0.0.1:8080 b", "a,127.0.0.1,b"),
      ("127.0.0.1", nil), ("a,b c", nil), ("*", nil), ("", nil), ("a,b\n", "a,b"),
      ("::1", nil), ("[::1]:8080", "[::1]"), ("[::1]", nil), ("[::1]:1,a", "a"), ("h:port", nil),
      ("fe80::1:8080", nil), (".local:8080", ".local"),
    ] as [(String, String?)])
  func exceptions(value: String, hosts: String?) {
    let found = variables(["NO_PROXY": value]).exceptions(for: "http://127.0.0.1:8080/v1")
    expect(found, equals: hosts)
  }
}
