"""What schemathesis cannot know of the HTTP service: rules beyond the document, and checks beyond its own.

check-api.sh names this module to schemathesis, and runs it before for the greatest numbers, and afterwards to send the
refused requests again:

    api_checks.py extremes URL OPERATOR-KEY DOCUMENT
    api_checks.py again URL OPERATOR-KEY REFUSED
"""

import json
import os
import re
import sys
import urllib.error
import urllib.request

GREATEST = 2**63 - 1

# Rules that the document does not express: a body that breaks one of them is answered with 400 although its schema
# allows it. A code that is missing here is a disagreement of server and document.
UNEXPRESSED = {
    "access.period": "the end of a period comes after its start; JSON Schema cannot compare members",
    "domain.unknown": "the names of domains are content",
    "invalid_input": "the inputs of a prompt are content",
    "journey.step": "either 'event' or 'turn'",
    "memory.vector": "base64 of as many numbers as the model gives",
    "nudges.plan": "either 'candidates' or 'record'",
    "profile.forget": "either a record with a part of it, or a person with 'everything'",
    "profile.merge": "both records are of one person; JSON Schema cannot compare members",
    "prompt.input": "the inputs of a prompt are content",
    "prompt.unknown": "the names of prompts are content",
    "prompt.unknown-input": "the inputs of a prompt are content",
    "prompt.unknown-version": "the versions of prompts are content",
    "query.model": "the names of models are settings",
    "query.prompt": "only prompts of conversations",
    "style.evidence": "rows of sixteen numbers, some of them counts",
    "turn.kind": "the kinds of conversations are settings",
    "turn.message": "either 'message' or 'is_opening'",
    "turn.person": "either 'person' or 'record' with 'today'",
    "turn.session": "'session_start' is a place in 'messages'; JSON Schema cannot compare members",
    "json.empty-text": "a text of white space, of which Unicode knows more than regular expressions do",
    "zone": "the names of time zones are the IANA database's",
}


def refine(document):
    """Names what there is and narrows what cannot be said, so that more than a refusal is reached."""
    schemas = document["components"]["schemas"]
    names = json.loads(os.environ["COACHKIT_API_NAMES"])

    def walk(value):
        if isinstance(value, list):
            for item in value:
                walk(item)
        if not isinstance(value, dict):
            return
        if value.get("type") == "integer":
            # The greatest number is tried often: sums overflow there.
            value.setdefault("maximum", GREATEST)
            usual = {"type": "integer", "minimum": value.get("minimum", 0), "maximum": value["maximum"]}
            greatest = value["maximum"]
            value.clear()
            value["anyOf"] = [usual, {"const": greatest}]
            return
        for item in value.values():
            walk(item)

    for path in document["paths"].values():
        for operation in path.values():
            walk(operation.get("requestBody"))
            if os.environ.get("COACHKIT_API_SCOPE") == "client" and "parameters" in operation:
                operation["parameters"] = [
                    parameter for parameter in operation["parameters"] if not parameter["description"].endswith("For operators.")
                ]
            for parameter in operation.get("parameters", []):
                if parameter["name"] in names:
                    parameter["schema"] = {"type": "string", "enum": names[parameter["name"]]}
    for path in document["paths"].values():
        for operation in path.values():
            # The tool takes the schema of a stream for that of each event; events_match checks those.
            content = operation["responses"]["200"]["content"]
            if "text/event-stream" in content:
                content["text/event-stream"] = {}
    # Only what requests hold. Responses share it, so answers_match holds them against the document as it is.
    asked, rest = set(), [operation.get("requestBody") for path in document["paths"].values() for operation in path.values()]
    while rest:
        for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(rest.pop())):
            if name not in asked:
                asked.add(name)
                rest.append(schemas[name])
    for name in asked:
        schema = schemas[name]
        walk(schema)
        members = schema.get("properties", {})
        for member, choices in (("zone", "zone"), ("time_zone", "zone"), ("domain", "domain"), ("journey", "flow")):
            if member in members:
                members[member] = {"type": "string", "enum": names[choices]}
        if "period_end" in members:
            members["period_end"]["minimum"] = 1_790_000_000
        if "period_start" in members:
            members["period_start"]["maximum"] = 1_789_999_999
        members.pop("vector", None)
        members.pop("session_start", None)
        if name == "SessionThatIsOver":
            members.pop("style", None)
        # What is counted is always there, so that sums of the greatest numbers are reached.
        if name in ("Sessions", "AnswersToOffers", "AnswerToOffer"):
            schema["required"] = [member for member in members if member != "forgotten"]
        if name == "Sessions":
            members["records"] = {**members["records"], "minItems": 1, "maxItems": 3}
        if name == "PersonSRecord":
            schema["required"] = schema["required"] + ["sessions", "offers"]
        if name == "DecisionsAboutProfile":
            members["changes"] = {**members["changes"], "minItems": 1}
        # One of two: always the same one of them, in turn by the endpoint.
        if name in ("StepOfJourney", "DataOfPrompt"):
            members.pop("person")
            schema["required"] = schema.get("required", []) + (["record"] if name == "StepOfJourney" else [])
        if name in ("TurnSRequest", "MessageOfJourney"):
            members.pop("is_opening")
            members["message"]["pattern"] = r"\S"
            schema["required"] = schema.get("required", []) + ["message"]
        if name == "TurnSRequest":
            members.pop("person")
            schema["required"] += ["record", "today"]
        if name == "Rendering":
            members.pop("record")
            members["prompt"] = {"type": "string", "enum": names["name@version"]}
        if name == "PlanOfNudges":
            members.pop("candidates")
        if name == "WhatToForget":
            members.pop("person")
            members.pop("everything")
            schema["required"] = ["record", "item"]


def filled(value):
    """The value without members that are null: these count as left out, though the document does not say so."""
    if isinstance(value, dict):
        return {name: filled(part) for name, part in value.items() if part is not None}
    return [filled(part) for part in value] if isinstance(value, list) else value


def texts(value):
    """All texts of a body, and the names of its members."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def events(text):
    """The names and the data of server-sent events."""
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith(":")]
        if lines:
            fields = dict(line.split(": ", 1) for line in lines)
            yield fields.get("event", "message"), json.loads(fields["data"])


def register():
    import jsonschema_rs
    import schemathesis
    from schemathesis.specs.openapi.checks import negative_data_rejection

    with open(os.environ["COACHKIT_API_DOCUMENT"]) as file:
        document = json.load(file)
    refused = open(os.environ["COACHKIT_API_REFUSED"], "a")
    validators = {}

    def validator(schema):
        key = json.dumps(schema)
        if key not in validators:
            whole = dict(schema, components=document["components"])
            validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        return validators[key]

    def operation(case):
        return document["paths"][case.operation.path][case.operation.method.lower()]

    def sent(response):
        body = response.request.body
        try:
            return json.loads(body)
        except (TypeError, ValueError):
            return None

    def problem(response):
        try:
            return response.json() if "problem+json" in response.headers["content-type"][0] else {}
        except ValueError:
            return {}

    @schemathesis.hook
    def before_load_schema(context, raw_schema):
        refine(raw_schema)

    @schemathesis.check
    def valid_is_accepted(ctx, response, case):
        if case.meta and case.meta.generation.mode.is_positive and response.status_code == 400:
            found = problem(response)
            assert found.get("code") in UNEXPRESSED, f"the schema allows it: {found.get('code')}: {found.get('detail')}"

    @schemathesis.check
    def invalid_is_refused(ctx, response, case):
        try:
            negative_data_rejection(ctx, response, case)
        except AssertionError:
            body = operation(case).get("requestBody")
            schema = body and body["content"]["application/json"]["schema"]
            if not (schema and validator(schema).is_valid(filled(sent(response)))):
                raise

    @schemathesis.check
    def server_works(ctx, response, case):
        # The echo's replies are no data that a task could use.
        is_echo = response.status_code == 502 and problem(response).get("code") == "invalid_reply"
        assert response.status_code < 500 or is_echo, f"{response.status_code}: {problem(response).get('code')}"

    @schemathesis.check
    def answers_match(ctx, response, case):
        answers = operation(case)["responses"].get(str(response.status_code), {}).get("content", {})
        kind = response.headers["content-type"][0]
        if kind not in answers or not kind.endswith("json"):
            return
        error = next(validator(answers[kind]["schema"]).iter_errors(response.json()), None)
        assert error is None, f"the answer does not match its schema: {error}"

    @schemathesis.check
    def events_match(ctx, response, case):
        if response.status_code != 200 or "text/event-stream" not in response.headers["content-type"][0]:
            return
        data = operation(case)["responses"]["200"]["content"]["text/event-stream"]["x-event-data"]
        last = None
        for name, value in events(response.text):
            # An operator may ask for events that the document does not have.
            if name == "message" and (case.query or {}).get("events") == "all":
                continue
            error = next(validator(data[name]).iter_errors(value), None)
            assert error is None, f"an event {name} does not match its schema: {error}"
            last = value.get("event", name)
            # The model is the echo, which never fails; but a request may have the id of another one with other content.
            assert last != "failed" or value.get("code") == "invalid_request", f"a turn failed: {value.get('code')}"
        assert last in (None, "done", "step", "changes"), f"the stream ends with {last}"

    @schemathesis.check
    def quotes_nothing(ctx, response, case):
        # Operators are told more.
        if "operator-key" in str(response.request.headers):
            return
        found = problem(response)
        words = f"{found.get('detail')} {found.get('hint')}"
        known = json.dumps(operation(case)) + json.dumps(document["components"])
        for text in texts(sent(response)):
            if len(text) > 5 and text in words and text not in known:
                raise AssertionError(f"a problem quotes the request: {found.get('code')}")

    @schemathesis.check
    def is_recorded(ctx, response, case):
        """Keeps a refused request, to be sent again."""
        if 400 <= response.status_code < 500:
            body = response.request.body or b""
            body = body.encode() if isinstance(body, str) else body
            request = response.request
            headers = {name: value for name, value in request.headers.items() if name.lower() in ("authorization", "content-type")}
            print(json.dumps([request.method, request.url, headers, body.hex()]), file=refused, flush=True)


def greatest(schema, schemas, place=0):
    """A value with all members that a schema has, and in it the greatest numbers; `place` tells values of a list apart."""
    if "$ref" in schema:
        return greatest(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas, place)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][place % len(schema["enum"])]
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return greatest(schema[word][-1 if word == "anyOf" else place % len(schema[word])], schemas, place)
    match schema.get("type"):
        case "object":
            value = {name: greatest(part, schemas, place) for name, part in schema.get("properties", {}).items()}
            if isinstance(schema.get("additionalProperties"), dict):
                value["career"] = greatest(schema["additionalProperties"], schemas, place)
            return value
        case "array":
            # As many as the alternatives that items have, and more than one.
            items = schema["items"]
            items = schemas[items["$ref"].rsplit("/", 1)[1]] if "$ref" in items else items
            return [greatest(items, schemas, item) for item in range(max(2, len(items.get("oneOf", []))))]
        case "integer" | "number":
            return schema.get("maximum", GREATEST if schema["type"] == "integer" else 1e300)
        case "boolean":
            return True
        case _ if schema.get("format") == "date":
            return "2026-11-27"
        case _ if "[a-z" in schema.get("pattern", "") or "[A-Z" in schema.get("pattern", ""):
            return "de"
    return f"de{'-DE' * place}"


def extremes(url, key, path):
    """Sends each endpoint the greatest numbers that the document allows: where they are added up, they overflow."""
    with open(path) as file:
        document = json.load(file)
    refine(document)
    count = 0
    for address, operations in document["paths"].items():
        for method, operation in operations.items():
            if "requestBody" not in operation:
                continue
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            body = greatest(schema, document["components"]["schemas"])
            if "event" in body and "turn" in body:
                del body["turn"]
            names = json.loads(os.environ["COACHKIT_API_NAMES"])
            for name in names.get(address.partition("{")[2].partition("}")[0], [""]):
                target = url + re.sub(r"{\w+}", name, address)
                headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
                request = urllib.request.Request(target, json.dumps(body).encode(), headers, method=method.upper())
                count += 1
                try:
                    with urllib.request.urlopen(request, timeout=20) as response:
                        response.read()
                except urllib.error.HTTPError as error:
                    problem = json.load(error)
                    assert error.code in (400, 409, 502) and (error.code != 400 or problem["code"] in UNEXPRESSED), f"{target}: {problem}"
                except OSError as error:
                    sys.exit(f"{target}: {error}, for {json.dumps(body)}")
    print(f"{count} requests with the greatest numbers were answered.")


def model_calls(url, key):
    request = urllib.request.Request(url + "/metrics", headers={"Authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request, timeout=10) as response:
        lines = response.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("gen_ai_client_operation_duration_seconds_count"))


def again(url, key, path):
    """Sends what was refused again, and fails if a model is asked because of it."""
    before, count = model_calls(url, key), 0
    with open(path) as file:
        for line in file:
            method, address, headers, body = json.loads(line)
            request = urllib.request.Request(address, bytes.fromhex(body) or None, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=20):
                    pass
            except urllib.error.HTTPError as error:
                count += 1
                assert error.code < 500, f"{method} {address}: {error.code}"
    after = model_calls(url, key)
    assert before == after, f"{after - before:.0f} calls of models because of refused requests"
    print(f"{count} refused requests were sent again: no model was asked.")


if __name__ == "__main__":
    {"extremes": extremes, "again": again}[sys.argv[1]](*sys.argv[2:])
elif "COACHKIT_API_NAMES" in os.environ:
    register()
