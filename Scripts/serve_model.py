"""Serves one GGUF file on loopback with llama.cpp's HTTP server, until it is told to end.

usage: serve_model.py WEIGHTS PORT NAME

NAME is what the server calls the model; with the weights' digest in it, every reply and every
recording says which weights answered.
"""

import os
import signal
import sys

STOP = {signal.SIGTERM, signal.SIGINT}
# Blocked before the library starts its threads, which inherit it: otherwise one of them takes the
# signal and nobody ends the process.
signal.pthread_sigmask(signal.SIG_BLOCK, STOP)

import xllamacpp  # noqa: E402

CONVERSATIONS = 2
CONTEXT = 8192  # what the model was trained for, for each conversation


def main() -> None:
    weights, port, name = sys.argv[1:]
    parameters = xllamacpp.CommonParams()
    parameters.model.path = weights
    parameters.model_alias = {name}
    parameters.hostnames = ["127.0.0.1"] if isinstance(parameters.hostnames, list) else "127.0.0.1"
    parameters.port = int(port)
    parameters.n_parallel = CONVERSATIONS
    parameters.n_ctx = CONVERSATIONS * CONTEXT
    threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    parameters.use_jinja = True
    parameters.offline = True
    parameters.ui = False
    server = xllamacpp.Server(parameters)
    print(f"listening on {server.listening_address}", flush=True)
    signal.sigwait(STOP)
    # The server's destructor waits for requests under way and may never return.
    os._exit(0)


main()
