#if Evals
  import LanguageModels
  import PromptEvals

  extension CallOptions {
    /// What a run may spend: by these options, or else by its suite; nil for no limit.
    func budget(_ suite: SuiteBudget, prices: PriceTable) -> RunBudget? {
      let limits = BudgetLimits(
        dollars: budget ?? suite.dollars, tokens: tokenBudget ?? suite.tokens,
        time: suite.minutes.map { .seconds($0 * 60) })
      return limits == BudgetLimits() ? nil : RunBudget(limits, prices: prices)
    }
  }
#endif
