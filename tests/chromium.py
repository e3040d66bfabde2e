"""The Chromium of the tests; `python -m tests.chromium` makes sure of one, and of fonts for every script of the site.

Order: one on PATH; Playwright's own; as root on Debian or Ubuntu the distribution's. The headless shell comes first: it
opens a page at a third of what a whole browser takes. Where none can be had the command says what to run, and fails:
browser tests are never skipped.
"""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run")
SCRIPTS = ("bn", "hi", "vi")
FONTS = ("fonts-noto-core", "fontconfig")
HINT = "No Chromium could be started or installed. Put one on PATH, e.g. `apt-get install chromium fonts-noto-core`."


def launch(playwright: Playwright) -> Browser:
    """A running Chromium: the first on PATH, else Playwright's own; playwright.sync_api.Error where there is none."""
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


def starts() -> bool:
    """Whether a Chromium is there and runs."""
    with sync_playwright() as playwright:
        try:
            launch(playwright).close()
        except Error:
            return False
    return True


def download() -> bool:
    """Playwright's own headless shell; False where it can't be had."""
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    return subprocess.run(command, capture_output=True).returncode == 0


def apt_install(*packages: str) -> bool:
    """Install Debian packages; False where this is not root on a Debian or Ubuntu."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    commands = (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages])
    return all(subprocess.run(c, env=environment, stdout=subprocess.DEVNULL).returncode == 0 for c in commands)


def missing_fonts() -> list[str]:
    """Languages that no installed font covers; empty where fontconfig is not used (macOS, Windows)."""
    if not shutil.which("fc-list"):
        return []
    return [code for code in SCRIPTS if not subprocess.run(["fc-list", f":lang={code}"], capture_output=True).stdout.strip()]


def main() -> int:
    packages = ("chromium-headless-shell", "chromium")
    if not (starts() or (download() and starts()) or any(apt_install(name, *FONTS) and starts() for name in packages)):
        print(HINT, file=sys.stderr)
        return 1
    if (missing := missing_fonts()) and not apt_install(*FONTS):
        print(f"No font for {', '.join(missing)}: install one, e.g. `apt-get install fonts-noto-core`.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
