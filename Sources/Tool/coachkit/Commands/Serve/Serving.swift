import ArgumentParser

/// What the trait `Server` adds to the tool. The only place that depends on the trait.
enum Serving {
  #if Server
    static let commands: [any ParsableCommand.Type] = [ServeCommand.self]
  #else
    static let commands: [any ParsableCommand.Type] = []
  #endif
}
