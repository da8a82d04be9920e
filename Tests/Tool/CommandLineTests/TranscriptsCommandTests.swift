import Foundation
import Testing
import TestKit

@Suite("coachkit transcripts")
struct TranscriptsCommandTests {
  private static let columns =
    "text=Message,speaker=From,conversation=Chat,order=Sent,cluster=Customer"

  private static func log(chats: Int) -> String {
    "Chat,From,Message,Sent,Customer\n"
      + (0..<chats).map { number in
        """
        \(number),Bo,"Hi, how are you?",2026-01-01T10:00,c\(number)
        \(number),Laura\(number),I am fine \(number),2026-01-01T10:01,c\(number)

        """
      }.joined()
  }

  /// Runs a command in a folder with a log of some chats.
  private func withLog(
    chats: Int = 3, _ body: (String, ([String]) throws -> Tool.Result) throws -> Void
  ) throws {
    try Tool.inFolder { folder in
      try Data(Self.log(chats: chats).utf8).write(to: URL(filePath: "\(folder)/log.csv"))
      try body(folder) { try Tool.run(["transcripts"] + $0) }
    }
  }

  @Test("the help's example reads the log that it describes")
  func example() throws {
    try withLog { folder, run throws in
      let arguments = [
        "import", "\(folder)/log.csv", "--out", "\(folder)/logs", "--coach", "Bo", "--columns",
        Self.columns, "--domain", "career",
      ]
      let result = try run(arguments)
      #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(result.output.contains("3 written") && result.output.contains("; 3 chats"))
      #expect(result.output.contains("'Laura0', 'Laura1', 'Laura2' are taken for the person"))
      try expect(run(arguments).output, contains: "3 there already")
      let check = try run(["check", "\(folder)/logs/0.yaml"])
      #expect(check.output.contains("1 transcript, no problems"), "\(check.errors)")
    }
  }

  @Test("of many problems, the first are shown with the number of the others")
  func many() throws {
    try withLog(chats: 60) { folder, run throws in
      let result = try run([
        "import", "\(folder)/log.csv", "--out", "\(folder)/logs", "--columns", Self.columns,
      ])
      #expect(result.code == 1)
      #expect(result.errors.contains("who is 'Bo'? (60 messages in 60 chats)"))
      #expect(result.errors.contains("… and 41 problems more"), "\(result.errors)")
      #expect(result.errors.contains("nothing was written: 61 problems"))
      // The whole command, with what to add to it.
      #expect(result.errors.contains("coachkit transcripts import \(folder)/log.csv --out"))
      #expect(result.errors.contains("--coach NAME"))
      #expect(result.errors.split(separator: "\n").count < 90)
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/logs"))
    }
  }

  @Test("a missing file, or a folder, is not reported as an invalid chat")
  func unread() throws {
    try withLog { folder, run throws in
      for path in ["\(folder)/nosuch.csv", folder] {
        for extra in [[], ["--skip-broken"]] {
          let result = try run(
            ["import", "\(folder)/log.csv", path, "--out", "\(folder)/logs", "--coach", "Bo"]
              + extra)
          #expect(result.code == 1 && result.errors.contains("nothing was written: 1 problem\n"))
          #expect(!result.errors.contains("--skip-broken") && !result.errors.contains("(s)"))
          #expect(!FileManager.default.fileExists(atPath: "\(folder)/logs"))
        }
      }
    }
  }

  @Test("invalid chats can be skipped if others are valid")
  func broken() throws {
    try withLog { folder, run throws in
      let path = "\(folder)/log.csv"
      let log = try String(contentsOfFile: path, encoding: .utf8)
      let arguments = [
        "import", path, "--out", "\(folder)/logs", "--coach", "Bo", "--columns", Self.columns,
      ]
      // Two unknown speakers in one chat: either may be the person.
      try Data((log + "9,Bo,a,2026-01-01,c9\n9,X,b,2026-01-01,c9\n9,Y,c,2026-01-01,c9\n").utf8)
        .write(to: URL(filePath: path))
      let refused = try run(arguments)
      #expect(refused.code == 1 && refused.errors.contains("nothing was written: 2 problems"))
      #expect(refused.errors.contains("--skip-broken"))
      let result = try run(arguments + ["--skip-broken"])
      #expect(result.code == 0 && result.output.contains("3 written, 1 left out"))
    }
  }

  @Test("a language must be a valid tag")
  func language() throws {
    try withLog { folder, run throws in
      let start = ["import", "\(folder)/log.csv", "--out", "\(folder)/logs", "--coach", "Bo"]
      let result = try run(start + ["--language", "zz-!!"])
      #expect(result.code == 64 && result.errors.contains("'pt-BR'"), "\(result.errors)")
    }
  }

  @Test("a domain must exist if the domains are known")
  func domain() throws {
    try withLog { folder, run throws in
      let start = ["import", "\(folder)/log.csv", "--out", "\(folder)/logs", "--coach", "Bo"]
      let unknown = try run(start + ["--domain", "carer"])
      #expect(unknown.code == 1 && unknown.errors.contains("did you mean 'career'?"))
      let unchecked = try run(start + ["--domain", "carer", "--domains", "\(folder)/none"])
      #expect(unchecked.code == 0 && unchecked.errors.contains("note: there are no domains in"))
      let check = try run(["check", "\(folder)/logs"])
      #expect(check.code == 1 && check.errors.contains("no domain 'carer'"))
      #expect(check.output == "3 transcripts: 3 errors, 0 warnings\n")
      let note = try run(["check", "\(folder)/logs", "--domains", "\(folder)/none"])
      #expect(note.code == 0 && note.errors.contains("it was not checked that 'carer' is a domain"))
    }
  }

  @Test("an imported and anonymised title contains no partial number")
  func anonymise() throws {
    try Tool.inFolder { folder in
      let log = """
        {"id":"n","messages":[{"role":"user","content":"Could you maybe call me back today on the \
        number 07911 123456 please"},{"role":"assistant","content":"What is it?"}]}
        """
      try Data(log.utf8).write(to: URL(filePath: "\(folder)/log.jsonl"))
      let imported = try Tool.run([
        "transcripts", "import", "\(folder)/log.jsonl", "--out", "\(folder)/logs",
      ])
      #expect(imported.code == 0, "\(imported.errors)")
      let found = try Tool.run(["transcripts", "check", "\(folder)/logs", "--strict"])
      #expect(found.code == 1 && found.errors.contains("'07911 123456' looks like personal data"))
      let result = try Tool.run([
        "transcripts", "anonymise", "\(folder)/logs", "--out", "\(folder)/clean",
      ])
      #expect(result.code == 0 && result.output.contains("clean: 1 transcript"))
      let clean = try String(
        contentsOfFile: "\(folder)/clean/conversation-001.yaml", encoding: .utf8)
      #expect(!clean.contains("07911") && clean.contains("07700 900001"))
      let check = try Tool.run(["transcripts", "check", "\(folder)/clean", "--strict"])
      #expect(check.code == 0, "\(check.errors)")
    }
  }

  @Test("conversations of the server's log are chosen at random and anonymised in one step")
  func sampled() throws {
    try Tool.inFolder { folder in
      let lines = (0..<9).map { number in
        """
        {"time":"t","level":"debug","message":"exchange","conversation":"c\(number)","person":"p\(number)",\
        "route":"coaching","language":"en","earlier":0,"domain":"career","said":"I am Laura \(number), \
        laura\(number)@mail.invalid","reply":"What is it?"}
        """
      }
      try Data((lines.joined(separator: "\n") + "\n").utf8)
        .write(to: URL(filePath: "\(folder)/server.log"))
      try Data("Laura\n".utf8).write(to: URL(filePath: "\(folder)/names.txt"))
      func take(_ seed: String, to out: String) throws -> Tool.Result {
        try Tool.run([
          "transcripts", "import", "\(folder)/server.log", "--out", "\(folder)/\(out)", "--sample",
          "3", "--seed", seed, "--anonymise", "--names", "\(folder)/names.txt",
        ])
      }
      let result = try take("7", to: "a")
      #expect(result.code == 0, "\(result.errors)")
      expect(result.output, contains: "3 of 9 chats chosen, seed 7")
      expect(result.output, contains: "What was not searched for")
      func texts(_ out: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(out)").sorted().map {
          try String(contentsOfFile: "\(folder)/\(out)/\($0)", encoding: .utf8)
        }
      }
      let written = try texts("a")
      #expect(written.count == 3)
      #expect(written.allSatisfy { !$0.contains("Laura") && !$0.contains("mail.invalid") })
      #expect(written.allSatisfy { $0.contains("domain: career") })
      _ = try take("7", to: "b")
      _ = try take("8", to: "c")
      #expect(try texts("b") == written)
      #expect(try texts("c") != written)
      let alone = try Tool.run([
        "transcripts", "import", "\(folder)/server.log", "--out", folder, "--names", "x",
      ])
      #expect(alone.code == 64)
    }
  }

  @Test("a cluster that stays and a domain that is none are warned of")
  func warnings() throws {
    try withLog { folder, run throws in
      let start = [
        "import", "\(folder)/log.csv", "--out", "\(folder)/logs", "--coach", "Bo", "--columns",
      ]
      let first = try run(start + ["text=Message,speaker=From,conversation=Chat,order=Sent"])
      #expect(first.code == 0)
      expect(first.errors, contains: "3 transcripts have the domain 'general', which is none of")
      let second = try run(start + [Self.columns, "--domain", "career"])
      #expect(second.code == 0)
      expect(second.errors, contains: "3 transcripts exist with another cluster")
      expect(second.errors, contains: "--overwrite")
      let third = try run(start + [Self.columns, "--domain", "career", "--overwrite"])
      #expect(third.errors.isEmpty && third.output.contains("3 replaced"), "\(third.errors)")
      let list = try run(["list", "\(folder)/logs"])
      #expect(list.code == 0 && list.output.contains("3 of 3 transcripts"), "\(list.errors)")
      #expect(list.output.contains("c2"))
    }
  }

  @Test("hints quote an apostrophe, so that the command can be pasted")
  func apostrophes() throws {
    try Tool.inFolder { folder in
      let log =
        #"{"messages":[{"role":"Siobhán O'Neill","content":"a"},{"role":"Bo","content":"b"}]}"#
      try Data(log.utf8).write(to: URL(filePath: "\(folder)/o'log.jsonl"))
      let result = try Tool.run([
        "transcripts", "import", "\(folder)/o'log.jsonl", "--out", "\(folder)/logs",
      ])
      expect(result.errors, contains: #"--person-name 'Siobhán O'\''Neill'"#)
    }
  }

  @Test("a configuration of promptfoo becomes a suite that can be checked")
  func promptfoo() throws {
    try Tool.inFolder { folder in
      let configuration = """
        description: Short answers
        prompts: ["Answer in one line: {{question}}"]
        providers: [openai:gpt-6-luna]
        tests:
          - vars: {question: "Late?"}
            assert: [{type: contains, value: bus}, {type: python, value: x}]
        """
      try Data(configuration.utf8).write(to: URL(filePath: "\(folder)/promptfooconfig.yaml"))
      let arguments = [
        "transcripts", "import", "\(folder)/promptfooconfig.yaml", "--out", "\(folder)/foo",
      ]
      let result = try Tool.run(arguments)
      #expect(result.code == 0, "\(result.errors)")
      expect(result.output, contains: "1 × contains: rules of the case")
      expect(result.output, contains: "1 × python: no counterpart")
      let check = try Tool.run([
        "eval", "check", "\(folder)/foo/short-answers.yaml", "--prompts", "\(folder)/foo", "--out",
        "\(folder)/results", "--model", "echo",
      ])
      #expect(check.code == 0, "\(check.output) \(check.errors)")
      #expect(try Tool.run(arguments).code == 1)
    }
  }
}
