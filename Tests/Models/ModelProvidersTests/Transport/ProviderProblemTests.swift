import Documents
import LanguageModels
@testable import ModelProviders
import Testing
import TestKit

@Suite("Errors in the forms of all providers")
struct ProviderProblemTests {
  private func problem(_ text: String) throws -> ProviderProblem? {
    ProviderProblem(try JSONValue(parsing: text))
  }

  /// The problem as a decoder finds it: only what is suspected is read.
  private func indexed(_ text: String) throws -> ProviderProblem? {
    var index = JSONIndex()
    try index.read(Array(text.utf8).span)
    return ProviderProblem(index)
  }

  private func error(_ problem: ProviderProblem) -> ModelError {
    problem.error(from: "h", now: 0, hiding: SentSecrets([]))
  }

  @Test(
    "the words are quoted and the kind is recognized, without a status of HTTP",
    arguments: [
      (
        #"{"code":"InvalidApiKey","message":"No such key.","request_id":"r1"}"#, "No such key.",
        .authentication
      ),
      (#"{"code":"Throttling.RateQuota","message":"Slow down."}"#, "Slow down.", .rateLimit),
      (#"{"code":"Arrearage","message":"Pay first."}"#, "Pay first.", .quota),
      (#"{"code":"DataInspectionFailed","message":"Not that."}"#, "Not that.", .contentFilter),
      (#"{"code":"Model.NotFound","message":"Which?"}"#, "Which?", .notFound),
      (#"{"code":"InternalError.Timeout","message":"Oops."}"#, "Oops.", .overloaded),
      (
        #"{"errors":[{"code":3036,"message":"the daily free allocation is used up"}],"success":false}"#,
        "the daily free allocation is used up", .quota
      ),
      (
        #"{"errors":[{"code":1,"message":"a"},{"code":2,"message":"b"}],"result":null}"#, "a; b",
        .overloaded
      ),
      (
        #"{"base_resp":{"status_code":1004,"status_msg":"login fails"}}"#, "login fails",
        .authentication
      ),
      (
        #"{"choices":null,"base_resp":{"status_code":2049,"status_msg":"bad key"}}"#, "bad key",
        .authentication
      ),
      (#"{"base_resp":{"status_code":1039,"status_msg":"TPM"}}"#, "TPM", .rateLimit),
      (#"{"base_resp":{"status_code":1008,"status_msg":"empty"}}"#, "empty", .quota),
      (#"{"base_resp":{"status_code":1027,"status_msg":"no"}}"#, "no", .contentFilter),
      (#"{"detail":"Not Found"}"#, "Not Found", .notFound),
      (
        #"{"detail":[{"type":"missing","loc":["body","messages",0],"msg":"Field required"}]}"#,
        "body.messages.0: Field required", .invalidRequest
      ),
      (
        #"{"message":"the model is overloaded","status_code":503}"#, "the model is overloaded",
        .overloaded
      ),
      (#"{"message":"no","status":401}"#, "no", .authentication),
      (#"{"message":"no","type":"permission_denied"}"#, "no", .permission),
      (#"{"error_code":18,"error_msg":"QPS limit"}"#, "QPS limit", .rateLimit),
      (#"{"error_code":110,"error_msg":"token"}"#, "token", .authentication),
      (#"{"error":{"errors":[{"message":"inner"}],"code":403}}"#, "inner", .permission),
      (
        #"{"Error":{"Code":"AuthFailure.SignatureExpire","Message":"old"}}"#, "old", .authentication
      ),
      (
        #"{"Response":{"Error":{"Code":"RequestLimitExceeded","Message":"more"},"RequestId":"q"}}"#,
        "more", .rateLimit
      ),
      (#"{"Code":"ThrottlingException","Message":"slow"}"#, "slow", .rateLimit),
      (#"{"__type":"a.b#AccessDeniedException","message":"not yours"}"#, "not yours", .permission),
      (#"{"success":false,"message":"Invalid API-key"}"#, "Invalid API-key", .authentication),
      (
        #"{"status":"error","message":"Too many requests today"}"#, "Too many requests today",
        .rateLimit
      ),
      (
        #"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#, "busy",
        .overloaded
      ),
      (#"{"type":"error","message":"credit balance is 0"}"#, "credit balance is 0", .quota),
      (
        #"{"object":"error","message":"which model?","type":"NotFoundError","code":404}"#,
        "which model?", .notFound
      ),
      (
        #"[{"error":{"code":400,"message":"API key not valid","status":"INVALID_ARGUMENT"}}]"#,
        "API key not valid", .authentication
      ),
      (
        #"[{"candidates":[{}]},{"error":{"message":"late","status":"UNAVAILABLE"}}]"#, "late",
        .overloaded
      ),
      (
        #"{"error":"Unauthorized","message":"no token","statusCode":401}"#, "no token",
        .authentication
      ),
      (#"{"error":true,"message":"boom"}"#, "boom", .overloaded),
      (#"{"error":"it broke in two"}"#, "it broke in two", .overloaded),
      (
        #"{"error":{"error":{"message":"nested","type":"insufficient_quota"}}}"#, "nested",
        .quota
      ),
      (#"{"message":"Unauthorized"}"#, "Unauthorized", .authentication),
      (
        #"{"choices":[{"index":0,"delta":{},"error":{"message":"upstream","code":429}}]}"#,
        "upstream", .rateLimit
      ),
      (
        #"{"choices":[{"delta":{}}],"x_groq":{"id":"a","error":"over capacity"}}"#, "over capacity",
        .overloaded
      ),
      (#"{"id":"a","model":"m","usage":{},"error":{"message":"late"}}"#, "late", .overloaded),
      (#"{"error":{"message":"x","type":"Too-Many_Requests error"}}"#, "x", .rateLimit),
      (
        #"{"error":{"message":"x","innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#, "x",
        .contentFilter
      ),
    ] as [(String, String, ModelError.Code)])
  func forms(text: String, message: String, code: ModelError.Code) throws {
    let found = try #require(try problem(text), "\(text)")
    #expect(found.message == message)
    let failure = error(found)
    #expect(failure.code == code)
    #expect(failure.code != .authentication || !failure.isRetryable)
    try expect(indexed(text), equals: found)
  }

  @Test(
    "an error that says nothing, and a part of a reply, is none",
    arguments: [
      #"{"error":""}"#, #"{"error":" "}"#, #"{"error":{}}"#, #"{"error":null}"#,
      #"{"error":false}"#,
      #"{"error":[]}"#, #"{"error":[null]}"#, #"{"error":0}"#,
      #"{"error":{"message":"","type":"","param":"","code":null}}"#,
      #"{"error":{"code":0,"message":""}}"#, #"{"error":{"code":"0","message":""}}"#,
      #"{"errors":[],"success":true}"#, #"{"errors":null,"result":{}}"#,
      #"{"code":0,"message":""}"#, #"{"code":200,"message":""}"#, #"{"code":null,"message":null}"#,
      #"{"code":200,"message":"done"}"#, #"{"code":"Success","message":"fine"}"#,
      #"{"base_resp":{"status_code":0,"status_msg":"success"}}"#, #"{"base_resp":null}"#,
      #"{"detail":null}"#, #"{"success":true,"message":"hello"}"#, #"{"message":"hello"}"#,
      #"{"status":"working","message":"hello"}"#, #"{"error_code":0,"error_msg":""}"#,
      #"{"choices":[{"index":0,"delta":{"content":"a"}}],"code":"x","message":"y"}"#,
      #"{"choices":[{"delta":{},"error":null}],"x_groq":{"id":"a"}}"#,
      #"{"choices":[{"delta":{},"error":{}}],"error":{},"detail":"d"}"#,
      #"{"choices":[],"id":"a","model":"m","usage":{"total_tokens":3}}"#,
      #"{"choices":[],"id":"","model":"","object":"","prompt_filter_results":[]}"#,
      #"{"candidates":[{"content":{}}],"message":"m","code":5}"#,
      #"{"message":{"role":"assistant","content":"a"},"done":false,"code":"x"}"#,
      #"{"type":"ping"}"#, #"{"type":"content_block_delta","delta":{"text":"error"}}"#,
      #"{"type":"response.created","response":{"error":null}}"#,
      #"{"output":{},"code":"","message":""}"#,
      #"{"type":"message","content":[],"error":null}"#, "{}", "[]", "null", "3", #""error""#,
      #"[{"candidates":[{}]}]"#,
    ])
  func none(text: String) throws {
    try expect(problem(text), equals: nil)
    try expect(indexed(text), equals: nil)
  }

  @Test(
    "only what may be an error is read",
    arguments: [
      (#"{"choices":[{"delta":{"content":"a"}}]}"#, false),
      (#"{"choices":[{"delta":{}}],"error":""}"#, false),
      (#"{"choices":[{"delta":{}}],"error":null}"#, false),
      (#"{"choices":[{"delta":{}}],"error":"x"}"#, true),
      (#"{"choices":[{"error":{"message":"x"}}]}"#, true),
      (#"{"model":"m","usage":{}}"#, false), (#"{"type":"response.new"}"#, false),
      (#"{"delta":"a","type":"response.x"}"#, false), (#"{"done":true}"#, false),
      (#"{"code":"x","message":"y"}"#, true), ("[]", true), ("3", false),
    ])
  func suspicion(text: String, isSuspected: Bool) throws {
    var index = JSONIndex()
    try index.read(Array(text.utf8).span)
    #expect(ProviderProblem.isSuspected(index) == isSuspected)
  }

  @Test(
    "the data of an event named error is always one",
    arguments: [
      (#"{"message":"the model is overloaded","status_code":503}"#, "the model is overloaded", 503),
      (#"{"message":"stop"}"#, "stop", nil), (#"{"reason":"why"}"#, "why", nil),
      (#"{"error":{"message":"x","code":429}}"#, "x", 429), (#""just words""#, "just words", nil),
      ("plain words", "plain words", nil), ("{}", "no reason is given", nil),
      ("", "no reason is given", nil), (#"{"a":"b"}"#, #"{"a":"b"}"#, nil),
    ] as [(String, String, Int?)])
  func errorEvents(data: String, message: String, status: Int?) {
    let problem = ProviderProblem(ofErrorEvent: Array(data.utf8))
    #expect(problem.message == message)
    #expect(problem.status == status)
  }

  @Test("a value that can only be an error is read in any form")
  func anyForm() throws {
    let frame: JSONValue = ["id": "a", "request_id": "r9"]
    let problem = try #require(ProviderProblem(error: ["message": "late", "code": 502], in: frame))
    #expect(problem.message == "late" && problem.status == 502 && problem.requestID == "r9")
    #expect(ProviderProblem(error: "words", in: frame)?.message == "words")
    let nothing: [JSONValue?] = [nil, .null, "", [:], [], false, ["code": 0, "message": ""]]
    for nothing in nothing {
      #expect(ProviderProblem(error: nothing, in: frame) == nil)
    }
  }

  @Test("the message of a body of JSON is quoted, and not the body")
  func bodies() {
    for (body, message) in [
      (#"{"message":"No API key found in request"}"#, "No API key found in request"),
      (#"{"title":"Gone","status":410}"#, "Gone"), (#"{"msg":"bad","data":null}"#, "bad"),
      ("<html><p>Down <b>now</b></p></html>", "Down now"), ("", "no reason is given"),
    ] {
      #expect(ProviderProblem(body: Array(body.utf8)).message == message)
    }
  }
}
