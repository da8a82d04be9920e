// A small course with a CoachKit server: discovery, a trial, two sessions, a nudge, and forgetting.
//
//     swift run --package-path swift Course PREFIX
//
// PREFIX begins the ids of the person, the conversations and the requests. COACHKIT_URL and
// COACHKIT_KEY name the server and a key with the scope `client`.

import CoachKit
import Foundation

func run() async throws {
  guard CommandLine.arguments.count == 2 else { throw Problem("usage: Course PREFIX") }
  let environment = ProcessInfo.processInfo.environment
  let client = CoachClient(
    url: environment["COACHKIT_URL"] ?? "http://127.0.0.1:8080",
    key: environment["COACHKIT_KEY"])
  var course = try Course(client, prefix: CommandLine.arguments[1], salt: UUID().uuidString)
  // What the person says lies beside the packages of all clients.
  let lines = URL(fileURLWithPath: "\(#filePath)/../../../../person.txt").standardizedFileURL
  let text = try String(contentsOf: lines, encoding: .utf8)
  let parts = text.components(separatedBy: "---\n").map {
    $0.split(separator: "\n").map(String.init)
  }
  guard parts.count == 3 else { throw Problem("person.txt has three parts") }
  try await course.run(discovery: parts[0], first: parts[1], second: parts[2])
}

do {
  try await run()
} catch {
  let words =
    switch error {
    case let problem as Problem: problem.words
    case let error as TransportError: "the connection broke off: \(error.message)"
    default: "\(error)"
    }
  FileHandle.standardError.write(Data("Course: \(words)\n".utf8))
  exit(1)
}
