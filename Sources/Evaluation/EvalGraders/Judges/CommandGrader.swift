import PromptTemplates
import SourceFiles

/// A grader that runs a program of the suite's author.
struct CommandGrader: Grader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "command",
      summary: "A program of your own gives the verdict.",
      discussion: """
        Runs the program in the suite's folder, without a shell and with the environment of this process, gives \
        it one JSON document on standard input, and reads one JSON verdict, or a list of them, from standard \
        output. At most four programs run at once.

        The document has `version` (1), `grader` (its id), `transcript` (id, title, kind, domain, language, \
        person, quality and tags), `contract` (the tags that the prompt declares: name, form, payload schema) and \
        `scope`. With scope message the program runs once for each judged message, and the document has \
        `message` (number, text as the person reads it, reply with its tags, tags, what was recorded, and `tool_calls` \
        if tools were declared) and \
        `history` (what was said before: role coach or person, and text). With scope conversation it runs once, \
        and has `messages`, a list of such messages, each with its own `history`.

        A verdict is `{"verdict": "pass"}`, or fail, inconclusive or not-applicable; it may have a `score` from 0 to 1, a \
        `reason` for people, `measured` (a number), and, with scope conversation, `message` (the number \
        that it is about; the conversation as a whole without it). A program that contradicts itself has failed: a \
        failure with a score of 1, a pass with 0, two different verdicts on a message, a member that is there twice. \
        An empty list means that there is \
        nothing to judge. An exit code other than 0, a timeout, invalid output and output of more than 1 MB \
        are errors of the grader, never of the coach, for the message that it was called for; they show the \
        end of standard error. When the program ends, all processes of its group are killed.
        """,
      options: [
        GraderOption(
          "run", form: .texts, isRequired: true,
          text:
            "The program and its arguments. A program with a slash is a path relative to the suite; one without is looked up in PATH, as in a shell. A script among the arguments must exist."
        ),
        GraderOption(
          "seconds", form: .number(0.1...3600), text: "The time limit in seconds; 30 by default."),
        GraderOption(
          "scope", form: .choice(["message", "conversation"]),
          text: "Whether it judges each message (the default) or the conversation."),
      ],
      example: """
        - use: command
          id: house-style
          run: [python3, graders/house_style.py, --strict]
          seconds: 10
          scope: conversation
        """)
  ) { options throws(SourceError) in try CommandGrader(options) }

  let id: String
  let summary: String
  private let command: GraderCommandLine
  /// The command as the suite writes it.
  private let words: [String]
  private let scope: GraderScope
  private let files: any FileSystem

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    files = options.files
    words = try options.texts("run")
    guard let program = words.first else {
      throw options.error(
        for: "run", "'run' names no program", hint: "write [program, argument, …]")
    }
    let path = program.contains("/") ? program.resolved(in: options.folder) : program
    if let problem = ProgramLookup.problem(with: path) {
      throw options.error(
        for: "run", problem,
        hint: program.contains("/")
          ? "paths are relative to the suite; a script needs chmod +x, or its interpreter first"
          : "install it, or write its path, which is relative to the suite")
    }
    if let script = ProgramLookup.missingScript(of: words, in: options.folder) {
      throw options.error(
        for: "run", "there is no file '\(script)'",
        hint: "paths are relative to the suite, which is in '\(options.folder)'")
    }
    command = GraderCommandLine(
      program: path, arguments: Array(words.dropFirst()), folder: options.folder,
      seconds: try options.number("seconds") ?? 30)
    scope = try options.choice("scope").flatMap(GraderScope.init) ?? .message
    summary = "Judged by '\(words.joined(separator: " "))'."
  }

  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade] {
    guard !conversation.messages.isEmpty else { return [] }
    let exchange = CommandProtocol(grader: id, conversation: conversation)
    guard scope == .message else {
      let output = try await tools.run(command, exchange.input())
      return try exchange.grades(output)
    }
    return try await judgingEach(of: conversation) { message in
      try exchange.grades(
        try await tools.run(command, exchange.input(for: message)), for: message)
    }
  }

  /// Returns the digests of the files among the words of the command: a changed script makes a different grader.
  func facts(in workspace: PromptLibrary, areTasks: Bool) -> [String: String] {
    let digests = words.compactMap { word -> String? in
      let path = word.resolved(in: command.folder)
      guard files.kind(of: path) == .file, let file = try? files.read(path) else { return nil }
      return "\(word) \(ContentDigest(of: file.bytes).short)"
    }
    return digests.isEmpty ? [:] : ["program": digests.joined(separator: ", ")]
  }
}
