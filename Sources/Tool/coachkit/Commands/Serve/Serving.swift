import ArgumentParser

#if Server
  import CoachEngine
  import CoachServer
#endif

/// What the trait `Server` adds to the tool. The only place that depends on the trait.
enum Serving {
  #if Server
    static let commands: [any ParsableCommand.Type] = [ServeCommand.self]
  #else
    static let commands: [any ParsableCommand.Type] = []
  #endif

  /// Returns whether the service's paywall has a price, by the settings of a file and of the environment; nil without the
  /// trait.
  static func hasPrices(config: String?, environment: [String: String]) throws -> Bool? {
    #if Server
      !(try ServerSettings(path: config, environment: environment).prices.isEmpty)
    #else
      nil
    #endif
  }
}
