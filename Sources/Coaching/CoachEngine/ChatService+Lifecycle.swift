import CoachDomains
import CoachSafety
import LanguageModels
import Logging

extension ChatService {
  /// Does before the first request what would otherwise delay it: loads the crisis screen, trains the router, and opens
  /// a connection to each provider.
  ///
  /// A provider that cannot be reached is logged and does not throw: it may be reachable again when it is needed. Run
  /// it beside a server rather than before: a provider may take half a minute to answer, and a message that signals a
  /// crisis is answered without any.
  public func prepare() async {
    await warmUp()
    await withTaskGroup(of: Void.self) { group in
      var asked: Set<ModelIdentity> = []
      for route in models.all {
        guard let connect = route.connect, asked.insert(route.model.identity).inserted else {
          continue
        }
        group.addTask {
          do {
            try await connect()
          } catch {
            logger.warning(
              "a provider cannot be reached yet", metadata: ["model": "\(route.model.identity)"])
            logger.debug("\(error)")
          }
        }
      }
    }
  }

  /// Loads the crisis screen and trains the router, which asks nobody.
  package func warmUp() async {
    let screen = screen
    _ = screen.assess("Good morning.", history: [])
    let domains = domains()
    _ = await domains.routing.decide(
      "Good morning.", history: [], current: nil, preferred: [], among: domains.domains)
  }

  /// Follows the folders of prompts and domains until the task is cancelled, then lets the running turns end.
  ///
  /// After the cancellation no turn starts: a request gets `failed` with `cancelled`, and may be sent to another process.
  /// Turns that are still running after ``drainTime`` are cancelled; each settles and reports its outcome. So the
  /// program may end when this method returns.
  ///
  /// The method has the signature of a service of swift-service-lifecycle.
  public func run() async throws {
    await withTaskGroup(of: Void.self) { group in
      for watch in watches {
        group.addTask { [reloadInterval, logger] in await watch(reloadInterval, logger) }
      }
      group.addTask {
        // A service without folders waits, too.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
      }
    }
    // This task is cancelled; what follows must not be.
    await Task { await drain() }.value
  }

  /// Lets no further turn start and waits for the running ones, at most ``drainTime``. ``run()`` does this when it is
  /// cancelled.
  public func drain() async {
    activity.close()
    let count = activity.count
    if count > 0 { logger.info("waiting for running turns", metadata: ["count": "\(count)"]) }
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await activity.untilIdle()
        return true
      }
      group.addTask { [clock, drainTime] in
        (try? await clock.sleep(drainTime)) == nil
      }
      if await group.next() == false { activity.interrupt() }
      group.cancelAll()
    }
    logger.info("no turn is running")
  }
}
