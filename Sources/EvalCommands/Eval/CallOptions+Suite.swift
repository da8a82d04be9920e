import CoachModel
import CommandLineSupport
import LanguageModels
import ModelMiddleware
import PromptEvals

extension CallOptions {
  /// Returns the budget of these options for the rest of the run, or else that of the suite for the whole run,
  /// less what is already spent; nil if there is no limit.
  func budget(_ suite: SuiteBudget, prices: PriceTable, spent: CallCosts = CallCosts())
    -> RunBudget?
  {
    let used = (spent.usage.input ?? 0) + (spent.usage.output ?? 0)
    let limits = BudgetLimits(
      dollars: budget ?? suite.dollars.map { max(0, $0 - (spent.dollars ?? 0)) },
      tokens: tokenBudget ?? suite.tokens.map { max(0, $0 - used) },
      time: suite.minutes.map { .seconds($0 * 60) })
    return limits == BudgetLimits() ? nil : RunBudget(limits, prices: prices)
  }
}
