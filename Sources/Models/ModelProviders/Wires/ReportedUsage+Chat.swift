import CoachModel
import Documents

extension ReportedUsage {
  /// Reads the counts of a chat completion, under the names of OpenAI and of the many servers that are compatible with it.
  init(chat counts: JSONIndex.Node?, in json: borrowing JSONIndex) {
    let input =
      json["prompt_tokens_details", in: counts] ?? json["input_tokens_details", in: counts]
    let output =
      json["completion_tokens_details", in: counts] ?? json["output_tokens_details", in: counts]
    // Anthropic's names, which LiteLLM and other gateways pass on.
    let creation =
      json["cache_creation_token_details", in: input] ?? json["cache_creation", in: counts]
    // Kimi, DeepSeek and LiteLLM state what was cached beside the other counts.
    let cached = json.largestCount(
      json["cached_tokens", in: input], json["cache_read_tokens", in: input],
      json["cached_tokens", in: counts], json["prompt_cache_hit_tokens", in: counts],
      json["cache_read_input_tokens", in: counts])
    self.init(
      TokenUsage(
        input: json.largestCount(
          json["prompt_tokens", in: counts], json["input_tokens", in: counts]),
        cachedInput: cached,
        cacheWrites: json.largestCount(
          json["cache_write_tokens", in: input], json["cache_creation_tokens", in: input],
          json["cache_creation_input_tokens", in: counts]),
        hourCacheWrites: json.count(json["ephemeral_1h_input_tokens", in: creation]),
        output: json.largestCount(
          json["completion_tokens", in: counts], json["output_tokens", in: counts]),
        reasoning: json.largestCount(
          json["reasoning_tokens", in: output], json["thinking_tokens", in: output],
          json["reasoning_tokens", in: counts]),
        tier: json.tier(json["service_tier"])),
      total: json.count(json["total_tokens", in: counts]))
  }
}

extension JSONIndex {
  /// Returns the largest of the counts that a server states under several names; nil if it states none.
  fileprivate func largestCount(_ nodes: Node?...) -> Int? {
    var largest: Int?
    for node in nodes {
      if let count = count(node) { largest = max(largest ?? 0, count) }
    }
    return largest
  }
}
