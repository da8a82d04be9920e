#if Server
  import ArgumentParser
  import CoachServer
  import CommandLineSupport
  import Logging
  import NamedModels
  import SourceFiles

  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Serve turns, tasks, journeys and everything else over HTTP.",
      discussion: """
        Settings come from a YAML file and from the environment, which overrides it: 'listen.port' is \
        COACHKIT_LISTEN_PORT. Without a file, the server uses the folders of this workspace and the model 'local', \
        keeps its counts in memory, and listens on 127.0.0.1:8080.

        Callers have keys: COACHKIT_API_KEYS=app=client:<secret>,ops=operator:<secret>. Without keys, the server only \
        answers requests from this machine. The log goes to standard error, one line of JSON for each request. SIGHUP \
        reloads content, prices and keys; SIGTERM stops the server after running turns have ended. \
        Documentation/server.md is the guide.

        Examples:
          coachkit serve
          COACHKIT_MODELS_COACHING=scripted:replies.txt coachkit serve
          coachkit serve --config /etc/coachkit/coachkit.yaml --check
        """)

    @Option(help: ArgumentHelp("The settings.", valueName: "file"))
    var config: String?

    @Flag(help: "Only check settings, content, models and stores, and exit.")
    var check = false

    func run() async throws {
      let environment = ModelResolver.processEnvironment
      let settings = try ServerSettings(path: config, environment: environment)
      let resolver = ModelResolver(environment: environment)
      let process = ServerProcess(bootstrapping: settings, resolver: resolver)
      let server = try await HTTPService(settings, resolver: resolver, process: process)
      guard !check else {
        for warning in server.warnings { Terminal.printError("warning: \(warning)") }
        Terminal.print("The server can start.")
        return
      }
      ServerProcess.raiseFileLimit()
      try await server.run { port in
        Terminal.printError("coachkit serves http://\(settings.listening.host):\(port)")
      }
    }
  }
#endif
