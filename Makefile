# Two commands are enough: `make demo` runs an evaluation, `make test` runs the tests.
# Both first install the system packages that are missing.

SHELL := /bin/bash
PACKAGES := libcurl4-openssl-dev zlib1g-dev libyaml-dev libsqlite3-dev libpq-dev pkg-config
# Everything, so that tests, demo and server share one build.
TRAITS := --traits Evals,Server,Postgres
# An import that Package.swift does not declare is an error: the module graph is the design.
CHECKS := --explicit-target-dependency-import-check error
# One compiler process a module, which also writes the module, an index of our own code alone, and no debug
# information: little more than half of the time. To edit and debug, use `swift build $(TRAITS)`, which compiles single
# files and keeps debug information.
WHOLE := -whole-module-optimization -num-threads 1 -no-emit-module-separately-wmo
INDEX := -index-ignore-system-modules -Xfrontend -index-ignore-clang-modules
WHOLE_MODULES := -debug-info-format none $(addprefix -Xswiftc ,$(WHOLE) $(INDEX))
FAST := $(CHECKS) $(WHOLE_MODULES)
QUICK := $(TRAITS) $(FAST)
# Package.swift then optimizes the modules that compute most, also in debug builds.
export COACHKIT_OPTIMIZE := 1
# The package manager passes the traits to the compiler in the order of a set. Another order counts as another command, and
# everything is compiled again; with this they have one order in every process.
export SWIFT_DETERMINISTIC_HASHING := 1
TOOL := .build/debug/coachkit
SUITE := Evals/suites/discovery-ab.yaml
# One that shows a difference.
SHOWN := Evals/suites/discovery-versions.yaml
LIVE := .coachkit/recordings/discovery-ab.live.jsonl

.PHONY: attack attack-build serve check-api check-ci check-faults check-clients check-page cli test-postgres task-structure example growth fuzz help setup build demo demo-live local-model stop-local-model local-embeddings stop-local-embeddings fit-screen fit-replies known-words safety-figures fit-router tests test test-busy soak faults compare-faults sanitize bench bench-build bench-check bench-evals release tokens interoperate lint format check-report core docs nightly clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 26

setup:
	@Scripts/install-packages.sh $(PACKAGES)

build: setup
	@swift build $(QUICK) --product coachkit $(if $(VERBOSE),,2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]})

demo: build ## Compare prompt versions on recorded replies and write reports
	@$(TOOL) eval run $(SUITE)
	@$(TOOL) eval run $(SHOWN)

demo-live: build local-model ## Repeat the first comparison with a real model on this machine (10 to 20 minutes)
	@$(TOOL) eval run $(SUITE) --model local --record $(LIVE)
	@echo "The same again from the recording just made:"
	@$(TOOL) eval run $(SUITE) --model replay:$(LIVE) >/dev/null && python3 Scripts/eval_results.py .coachkit/evals.sqlite

serve: build ## Serve this folder's content on http://127.0.0.1:8080 with the small model on this machine; ARGS="--config F" uses your settings
	@$(if $(ARGS),,Scripts/local-model.sh start)
	@$(if $(ARGS),,COACHKIT_CONTENT_JOURNEYS=Journeys) $(TOOL) serve $(ARGS)

cli: build ## Write Documentation/cli.md from the help of every command
	@Scripts/write-cli.py $(TOOL)

check-clients: build ## Run the example clients in four languages against servers with scripted replies
	@Scripts/with-servers.sh 4 $(TOOL) Examples/clients/server.yaml Scripts/check-clients.sh

check-ci: build ## Run the example of evaluations in a pull request, in its own git repository
	@Scripts/check-ci.sh $(TOOL)

check-api: build ## Send the server valid and invalid requests by its OpenAPI document; CASES=400 sends more for each operation
	@Scripts/check-api.sh $(TOOL) $(or $(CASES),15)

check-page: build ## Use the server's page in headless Chromium
	@Scripts/install-packages.sh chromium
	@Scripts/with-servers.sh 1 $(TOOL) Examples/clients/server.yaml Scripts/check_page.py --pictures .coachkit/page

test-postgres: tests ## Run the tests of the store in PostgreSQL on their own server
	@Scripts/install-packages.sh postgresql
	@ONLY='^PostgresUsageTests' Scripts/with-postgres.sh Scripts/run-tests.py $(QUICK)

check-faults: release attack-build ## Break the server's dependencies: provider, clients, disk, clock, database, the process; ROUNDS=10 does it more often
	@Scripts/install-packages.sh faketime postgresql
	@Scripts/with-postgres.sh Scripts/check-server.py .build-release/release/coachkit --rounds $(or $(ROUNDS),2) \
	  --attack .build-release/release/attack

local-model: ## Fetch a small real model once and serve it on 127.0.0.1:18080
	@Scripts/local-model.sh start

task-structure: release local-model ## Run every task with JSON 50 times on the local model, and count the replies that have their form (over an hour)
	@Scripts/task_structure.py .build-release/release/coachkit $(or $(RUNS),50) $(TASKS)

stop-local-model: ## Stop it
	@Scripts/local-model.sh stop

local-embeddings: ## Fetch a real embedding model once and serve it on 127.0.0.1:18081
	@Scripts/local-embeddings.sh start

stop-local-embeddings: ## Stop the embedding model
	@Scripts/local-embeddings.sh stop

# The data sets that Sources/Evaluation/CoachBenchmarks/Fitting/PeopleSource.swift lists, as lines of JSON with text and label.
PEOPLE ?=
fit-screen: release local-embeddings ## Train the crisis screen on the messages in Evals and in PEOPLE=folder, with a fixed seed (a quarter of an hour, and half an hour to embed them first)
	@.build-release/release/coachkit safety fit --rules SafetyRules/Screening --embeddings local-embeddings \
	  --data Evals/safety/training.jsonl --data Evals/conversations/training.jsonl $(if $(PEOPLE),--people $(PEOPLE)) \
	  --test Evals/safety/unseen-writers.jsonl --test Evals/safety/fresh-messages.jsonl \
	  --test Evals/conversations/unseen-writers.jsonl --to SafetyRules/Screening/Model

fit-replies: release ## Train the model of the reply checks on Evals and on calm messages in PEOPLE=folder (a quarter of an hour)
	@.build-release/release/coachkit safety fit-replies --data Evals/safety/replies.jsonl \
	  --data Evals/conversations/training.jsonl --people "$(PEOPLE)" \
	  --test Evals/safety/replies-unseen.jsonl --test Evals/conversations/unseen-writers.jsonl --to SafetyRules/Replies/Model

known-words: build ## List the known words of the languages that the screen reads, from Evals and from messages in PEOPLE=folder
	@.build/debug/coachkit safety words --data Evals/safety/training.jsonl --data Evals/safety/replies.jsonl \
	  --data Evals/conversations/training.jsonl --people "$(PEOPLE)" --to SafetyRules/Languages/Words

safety-figures: build ## Measure the crisis screen and the reply checks with the data sets in COACHKIT_SHARED, and write the tables of their page and README's figures
	@Scripts/safety-figures.py .build/debug/coachkit $(COACHKIT_SHARED)/data

fit-router: release local-embeddings ## Train the router on the conversations in Evals (a quarter of an hour)
	@.build-release/release/coachkit router fit --data Evals/conversations/training.jsonl --embeddings local-embeddings

tests: setup
	@swift build $(QUICK) --build-tests $(if $(VERBOSE),,2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]})

test: tests ## Run all tests, and list the slowest; ONLY=JourneyTests runs some
	@Scripts/run-tests.py $(QUICK)

test-busy: tests ## Run all tests while two loops keep the processor busy
	@(while :; do :; done) & first=$$!; (while :; do :; done) & second=$$!; \
	trap "kill $$first $$second" EXIT; Scripts/run-tests.py $(QUICK)

# What CI leaves out: builds of other sets of traits, other makers' programs, a database server, and attacks.
NIGHTLY := core check-page check-api interoperate test-postgres attack bench-check tokens test-busy

nightly: ## What CI leaves out: the build without extras, the server's page in a browser, its OpenAPI document, other vendors' programs, PostgreSQL, hostile texts, the benchmarks' build, real tokenizers, the tests on a busy processor
	@failed=; for part in $(NIGHTLY); do echo "== $$part"; $(MAKE) --no-print-directory $$part || failed="$$failed $$part"; done; \
	[ -z "$$failed" ] || { echo "Failed:$$failed" >&2; exit 1; }

soak: release bench-build growth ## The same tests with many more cases, growth, hostile texts, fuzzing, simulated comparisons, evaluations, chats, plans of nudges and servers that are killed, a long conversation, 10,000 requests to the server
	@COACHKIT_CASES=300000 swift test $(TRAITS) $(CHECKS) -c release -Xswiftc -enable-testing --scratch-path .build-soak --disable-xctest --filter 'Property|LoadTests|StreamFixtureTests|randomDamage'
	@COACHKIT_CASES=1000000 swift test $(TRAITS) $(CHECKS) -c release -Xswiftc -enable-testing --scratch-path .build-soak --disable-xctest --filter 'ReplyTagPropertyTests'
	@COACHKIT_CASES=10000 swift test $(TRAITS) $(CHECKS) -c release -Xswiftc -enable-testing --scratch-path .build-soak --disable-xctest --filter 'Simulation'
	@.build-release/release/attack run --cases 100000
	@Scripts/fuzz.sh $(or $(FUZZ_SECONDS),300)
	@Scripts/kill-evals.sh --kills 50
	@Scripts/check-nudges.py .build-release/release/coachkit --kills 20
	@COACHKIT_CASES=50 swift test $(TRAITS) $(CHECKS) -c release -Xswiftc -enable-testing --scratch-path .build-soak --disable-xctest --filter 'SimulatedYearTests|YearOfPromptsTests|MemoryIndexTests'
	@Scripts/with-local-model.sh python3 Scripts/check-chat.py .build-release/release/coachkit 30
	@Scripts/with-local-model.sh python3 Scripts/check-sessions.py .build-release/release/coachkit
	@$(MAKE) --no-print-directory check-faults ROUNDS=10
	@Scripts/check-api.sh .build-release/release/coachkit 300

attack: tests ## Read random hostile texts with every reader of text from outside; CASES=5000 reads more of them
	@.build/debug/attack run --cases $(or $(CASES),500)

attack-build: setup
	@swift build -c release $(TRAITS) $(CHECKS) -debug-info-format none --scratch-path .build-release --product attack 2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]}

growth: attack-build ## Measure in a release build how the time of every reader grows with its text, from 1 KB to 10 MB
	@.build-release/release/attack growth

fuzz: setup ## Fuzz the readers with libFuzzer; FUZZ_SECONDS=3600 takes an hour for each
	@Scripts/fuzz.sh $(or $(FUZZ_SECONDS),60)

faults: setup ## Inject each fault into a call over a real connection, and print how the call ends
	@swift build $(QUICK) --product wire-faults 2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]}
	@.build/debug/wire-faults table

compare-faults: setup ## Inject the same faults into the vendors' SDKs, and write both tables to Documentation/faults.md
	@swift build $(QUICK) --product wire-faults 2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]}
	@Scripts/compare-faults.sh

sanitize: setup ## Run the tests of streams and transport under the thread and the address sanitizer
	@Scripts/sanitize.sh

bench: release bench-build ## Measure prompts, reply tags, screen and router, layers around models, streams and the server against their peers, in a release build, and the build time of a package that depends on this one
	@Scripts/bench.sh

bench-check: setup ## Compile the benchmarks without optimization, to check that they still build
	@rm -f .build-bench-check/debug.yaml # a kept plan would miss the project's new files
	@swift build --package-path Benchmarks $(WHOLE_MODULES) --scratch-path .build-bench-check 2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]}

bench-build: setup ## Build the benchmarks without running them
	@rm -f .build-bench/release.yaml # a kept plan would miss the project's new files
	@swift build --package-path Benchmarks -c release --scratch-path .build-bench 2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]}

release: setup ## Build the tool as it ships
	@swift build -c release $(TRAITS) $(CHECKS) -debug-info-format none --scratch-path .build-release --product coachkit 2>&1 | Scripts/quiet-build.sh; exit $${PIPESTATUS[0]}

bench-evals: release bench-build ## Measure evaluations against Inspect's, the memory for 100,000 samples, and opening 200,000
	@Scripts/bench-evals.sh --large

tokens: ## Fetch real tokenizers and measure the error of the token estimate
	@Scripts/measure-tokens.sh

interoperate: demo tests ## Compare with other programs: dotprompt's runtime, the vendors' SDKs, Inspect, JUnit, TLS, HTTP/2, a proxy
	@Scripts/compare-dotprompt.sh
	@Scripts/check-exports.sh $(TOOL) .coachkit
	@Scripts/check-wire.sh $(QUICK)
	@Scripts/with-local-model.sh python3 Scripts/check-chat.py $(TOOL) 3

lint: ## Check the format, the figures that documents repeat, the tests of the product's rules, the imports of apps, and that modules and folders have no circular dependencies
	@Scripts/check-structure.py
	@Scripts/check-limits.py
	@Scripts/check-client.py
	@Scripts/check-rules.py
	@Scripts/check-wording.py
	@swift format lint --strict --parallel --recursive Package.swift Plugins Benchmarks Examples Sources Tests

format: ## Rewrite the sources in the project's format
	@swift format --in-place --parallel --recursive Package.swift Plugins Benchmarks Examples Sources Tests

check-report: demo ## Open the last report in headless Chromium and check it
	@Scripts/install-packages.sh chromium
	@Scripts/check-report.sh .coachkit

core: setup ## Build without the evaluation harness, as a backend would
	@swift build --disable-default-traits $(FAST) --scratch-path .build-core --product coachkit

# The packages share a folder, so that this one is built once for both.
example: setup ## Build and test the example of a backend, and the package with extensions
	@for name in extensions backend; do \
	  swift build --package-path Examples/$$name --scratch-path .build-example $(WHOLE_MODULES) --build-tests 2>&1 | Scripts/quiet-build.sh; [ $${PIPESTATUS[0]} = 0 ] || exit 1; \
	  COACH_CONTENT=$(CURDIR) swift test --package-path Examples/$$name --scratch-path .build-example $(WHOLE_MODULES) --disable-xctest --skip-build || exit 1; done

docs: build ## Build the documentation of the library; compile the samples of all documents, and compare their outputs and the page on the command line
	@Scripts/build-docs.sh $(QUICK)

clean: ## Remove build folders (not the results in .coachkit)
	@rm -rf .build .build-*
