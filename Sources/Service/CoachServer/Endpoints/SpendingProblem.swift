#if Server
  import CoachKit
  import HTTPTypes

  extension ServerState {
    /// Throws ``Problem`` if a cap of the server, of a caller's key or of a person is reached, before work that would be lost
    /// or useless without models.
    ///
    /// - Parameter person: The person on whom the costs are booked; `nil` for work that a person's own caps do not bound.
    func requireSpendingRoom(for caller: Caller, person: String?) async throws(Problem) {
      let cap: ReachedCap?
      do {
        cap = try await service(for: caller).reachedCap(
          for: person == PromptData.nobody ? nil : person)
      } catch {
        throw storeProblem(error)
      }
      guard let cap else { return }
      var problem = Problem(
        .tooManyRequests, "spending_cap",
        caller.scope >= .operator
          ? cap.detail : "what models may cost is used up, and nothing was done",
        hint: cap.resumesOn.map { "send the request again from \($0) (UTC) on" }
          ?? (caller.scope >= .operator
            ? "raise costs.caps.\(cap.cap.rawValue)_dollars: it allows nothing" : nil))
      if let time = cap.resumesAt {
        problem.headers[.retryAfter] = "\(max(1, Int((time - now).rounded(.up))))"
      }
      throw problem
    }
  }
#endif
