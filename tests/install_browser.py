"""`python -m tests.install_browser`: makes sure of a Chromium and of fonts for every script the site is written in.

Order: a Chromium on PATH; Playwright's own; as root on Debian or Ubuntu the distribution's. Where none of
these can be had it says what to run, and fails: browser tests are never skipped.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SCRIPTS = ("bn", "hi", "vi")
HINT = "No Chromium could be found or installed. Install one and put it on PATH, e.g. `apt-get install chromium fonts-noto-core`."


def on_path() -> str | None:
    """The path of a Chromium that is installed, or None."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def playwrights_own() -> str | None:
    """The path of the Chromium that Playwright downloaded earlier, or None."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


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
    if not on_path() and not playwrights_own():
        downloaded = subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], capture_output=True)
        if downloaded.returncode != 0 and not apt_install("chromium", "fonts-noto-core"):
            print(HINT, file=sys.stderr)
            return 1
    if (missing := missing_fonts()) and not apt_install("fonts-noto-core", "fontconfig"):
        print(f"No font for {', '.join(missing)}: install one, e.g. `apt-get install fonts-noto-core`.", file=sys.stderr)
        return 1
    print(f"Browser for the tests: {on_path() or playwrights_own()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
