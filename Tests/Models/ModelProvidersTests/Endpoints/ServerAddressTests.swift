import LanguageModels
import Testing

@Suite("The server address of a URL")
struct ServerAddressTests {
  @Test(
    "host and port, or the default port of the scheme",
    arguments: [
      ("https://api.openai.com/v1", "api.openai.com", 443), ("http://host", "host", 80),
      ("http://host/", "host", 80), ("http://host//", "host", 80),
      ("http://127.0.0.1:8080/v1/chat", "127.0.0.1", 8080), ("https://host:443", "host", 443),
      ("https://host:80/x", "host", 80), ("http://host:443/x", "host", 443),
      ("http://host:/x", "host", 80), ("https://bücher.example/ä", "bücher.example", 443),
      ("https://host/v1?a=b:9#c@d", "host", 443), ("http://host/a@b:9/c", "host", 80),
      ("http://host/http://other:1", "host", 80), ("http://https:1", "https", 1),
    ])
  func addresses(url: String, host: String, port: Int) {
    #expect(ServerAddress(url: url) == ServerAddress(host: host, port: port))
  }

  @Test(
    "the colons of an IPv6 address are not a port",
    arguments: [
      ("http://[::1]", "[::1]", 80), ("https://[::1]:8443/v1", "[::1]", 8443),
      ("https://[2001:db8::1]/x:9", "[2001:db8::1]", 443), ("http://me:x@[::1]:9/", "[::1]", 9),
    ])
  func colons(url: String, host: String, port: Int) {
    #expect(ServerAddress(url: url) == ServerAddress(host: host, port: port))
  }

  @Test(
    "a name and a password are left out",
    arguments: [
      ("http://me:planted@host:1/x", "host", 1), ("http://me@host", "host", 80),
      ("https://me:p@nted@host:9/", "host", 9), ("https://:planted@host", "host", 443),
      ("https://me:1@host/", "host", 443),
    ])
  func passwords(url: String, host: String, port: Int) {
    #expect(ServerAddress(url: url) == ServerAddress(host: host, port: port))
  }

  @Test(
    "so is a query or a fragment without a slash before it",
    arguments: [
      ("http://host?key=planted", "host", 80), ("http://host:8080?key=planted", "host", 8080),
      ("https://host#planted", "host", 443), ("https://host?to=me@planted/", "host", 443),
    ])
  func queries(url: String, host: String, port: Int) {
    #expect(ServerAddress(url: url) == ServerAddress(host: host, port: port))
  }

  @Test(
    "a text that is not a web address has none",
    arguments: [
      "", "/", "host", "host:80", "host/http://other", "//host", "ftp://host", "ws://host:80",
      "https:/host", "https//host", "http:", "http:/", "http://", "https:///path", "http://:80",
      "http://:80/x", "http://me@", "http://me@:80/", " https://host", "unix:///run/x.sock",
      "httpss://host", "xhttp://host",
    ])
  func none(url: String) {
    #expect(ServerAddress(url: url) == nil)
  }
}
