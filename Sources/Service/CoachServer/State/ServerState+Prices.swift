#if Server
  import CoachKit
  import Logging

  extension ServerState {
    /// Whether the cost of a model's calls is known at present.
    func isPriced(_ entry: ServerModels.Entry) -> Bool {
      // What is replayed was paid for when it was recorded.
      guard !entry.model.isReplay else { return true }
      // What an operator chooses and what takes over converse, too, and in the same tier.
      let isConversing = entry.purposes.contains {
        ["coaching", "discovery", "choices", "fallback"].contains($0)
      }
      let tiers = [nil, isConversing ? settings.models.serviceTier : nil]
      let (prices, today) = (prices, CalendarDay(unixTime: now))
      return tiers.allSatisfy { tier in
        prices.cost(
          of: TokenUsage(input: 1, output: 1), by: entry.model, on: today, at: tier) != nil
      }
    }

    /// What operators should know of prices, one sentence for each model without one.
    var priceWarnings: [String] {
      models.entries.filter { !isPriced($0) }.map { entry in
        "the model \(entry.model) (\(entry.purposes.joined(separator: ", "))) has no price: its costs are unknown, and "
          + "thresholds and caps do not see them"
      }
    }

    /// Logs the models without a price.
    func noteUnpricedModels() {
      for entry in models.entries where !isPriced(entry) {
        logger.warning(
          "a model has no price, so that thresholds and caps do not see its costs",
          metadata: [
            "model": "\(entry.model)", "purposes": "\(entry.purposes.joined(separator: ","))",
            "advice":
              "name a file with its price in models.prices or COACHKIT_PRICES; 0 for one that costs nothing",
          ])
      }
    }
  }
#endif
