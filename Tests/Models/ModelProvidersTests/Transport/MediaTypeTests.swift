@testable import ModelProviders
import Testing
import TestKit

@Suite("Media types")
struct MediaTypeTests {
  @Test(
    "case, parameters and space do not matter",
    arguments: [
      ("text/event-stream", "text/event-stream"), ("Text/Event-Stream", "text/event-stream"),
      ("TEXT/EVENT-STREAM;charset=utf-8", "text/event-stream"),
      (" text/event-stream ; charset=UTF-8", "text/event-stream"),
      ("text/event-stream, text/event-stream", "text/event-stream"),
      ("application/json", "application/json"), ("", ""), (nil, ""), (";charset=utf-8", ""),
    ] as [(String?, String)])
  func names(value: String?, name: String) {
    expect(MediaType(value).name, equals: name)
  }

  @Test(
    "types that say nothing",
    arguments: [
      (nil, true), ("text/plain; charset=utf-8", true), ("application/octet-stream", true),
      ("application/stream+json", true), ("application/x-ndjson", true),
      ("Application/JSON", true), ("text/html", false), ("image/png", false),
    ] as [(String?, Bool)])
  func vague(value: String?, isVague: Bool) {
    #expect(MediaType(value).isVague == isVague)
  }

  @Test(
    "the first bytes tell a stream of events",
    arguments: [
      ("data: {}", true), ("data:{}", true), (": ping", true), ("event: a", true), ("id: 1", true),
      ("retry: 5", true), ("\n\n data: x", true), ("\u{feff}data: x", true), ("d", nil), ("", nil),
      ("even", nil), ("\n", nil), ("{\"error\":1}", false), ("<!doctype html>", false),
      ("dates", false), ("data", nil), ("[", false), (String(repeating: " ", count: 64), false),
    ] as [(String, Bool?)])
  func events(text: String, isStream: Bool?) {
    #expect(MediaType.isStartOfEvents(text.utf8) == isStream)
  }

  @Test(
    "a stream of lines begins with an object",
    arguments: [
      ("{\"model\":", true), (" \n{", true), ("", nil), ("data: {}", false), ("<html>", false),
      ("[{}]", false),
    ] as [(String, Bool?)])
  func lines(text: String, isStream: Bool?) {
    #expect(MediaType.isStartOfLines(text.utf8) == isStream)
  }
}
