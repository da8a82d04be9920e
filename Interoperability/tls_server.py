#!/usr/bin/env python3
"""An HTTPS server with a certificate authority of its own, HTTP/2 and HTTP/1.1, and a proxy that leads to it.

It streams a chat completion to whoever posts, and says in its first words which HTTP version was spoken. The
proxy tunnels (CONNECT) and wants a name and a password. Prints three shell assignments when both listen:
where the server is, where its authority's certificate lies, where the proxy is.

usage: tls_server.py FOLDER
"""

import asyncio
import base64
import json
import socket
import sys
from pathlib import Path
from typing import Any

import trustme
from hypercorn.asyncio import serve
from hypercorn.config import Config

WORDS = 50
CREDENTIALS = "name:word"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def event(delta: dict[str, str], reason: str | None = None) -> bytes:
    chunk = {"id": "c", "model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return
    while (await receive()).get("more_body"):
        pass
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    pieces = [event({"content": f"HTTP/{scope['http_version']}"})]
    pieces += [event({"content": " word"}) for _ in range(WORDS)]
    for piece in pieces + [event({}, "stop"), b"data: [DONE]\n\n"]:
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def tunnel(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection to the proxy."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        expected = "basic " + base64.b64encode(CREDENTIALS.encode()).decode()
        if f"proxy-authorization: {expected}".lower() not in head.lower():
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return
        host, port = head.split()[1].rsplit(":", 1)
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await asyncio.gather(copy(reader, far_writer), copy(far_reader, writer))
    finally:
        writer.close()


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


async def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    authority = trustme.CA()
    certificate = authority.issue_cert("localhost")
    authority.cert_pem.write_to_path(str(folder / "authority.pem"))
    certificate.private_key_and_cert_chain_pem.write_to_path(str(folder / "server.pem"))
    config = Config()
    port = free_port()
    config.bind = [f"127.0.0.1:{port}"]
    config.certfile = config.keyfile = str(folder / "server.pem")
    config.alpn_protocols = ["h2", "http/1.1"]
    config.loglevel = "ERROR"
    proxy = await asyncio.start_server(tunnel, "127.0.0.1", 0)
    proxy_port = proxy.sockets[0].getsockname()[1]
    print(f"COACHKIT_TLS_SERVER=https://localhost:{port}")
    print(f"COACHKIT_TLS_AUTHORITY={(folder / 'authority.pem').resolve()}")
    print(f"COACHKIT_TLS_PROXY=http://{CREDENTIALS}@127.0.0.1:{proxy_port}", flush=True)
    await serve(application, config)  # type: ignore[arg-type]


if __name__ == "__main__":
    asyncio.run(main())
