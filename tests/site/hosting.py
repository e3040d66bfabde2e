"""A built site served as GitHub Pages does: in a folder or at the root, 404.html for every address that is not there."""

import contextlib
import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page


class _Pages(http.server.SimpleHTTPRequestHandler):
    """Python's own server sends an address of a folder on to the one with a slash, as GitHub does."""

    def __init__(self, *args, below: str, **kwargs):
        self.below = below
        super().__init__(*args, **kwargs)

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(self.below) if path.startswith(self.below + "/") else f"/nowhere{path}")

    def send_error(self, code, message=None, explain=None):
        if code != 404:
            return super().send_error(code, message, explain)
        text = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def hosted(site: Path, below: str = "") -> Iterator[str]:
    """The address, without a slash at its end, at which `site` is served; `below` is a path such as /repo."""
    handler = functools.partial(_Pages, directory=str(site), below=below)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{below}"
    finally:
        server.shutdown()


def location(page: Page) -> str:
    """The address as the page's scripts have it; `page.url` learns of their changes a little later."""
    return page.evaluate("location.href")


def wait_for_query(page: Page, **parameters: str) -> None:
    """Until the address has these parameters: pages write what is typed into it after a pause."""
    page.wait_for_function(
        "wanted => { const has = new URLSearchParams(location.search); return Object.entries(wanted).every(([name, value]) => has.get(name) === value); }",
        arg=parameters,
    )


def query(page: Page) -> dict[str, list[str]]:
    """The parameters of the page's address."""
    return parse_qs(urlsplit(location(page)).query, keep_blank_values=True)
