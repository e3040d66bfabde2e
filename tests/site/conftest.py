"""The real site, built once, and a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser, Error, Page, sync_playwright

from macros.catalog.reader import Catalog, read_catalog
from tests.chromium import HINT, launch

from . import project
from .hosting import hosted
from .writing import REFERENCE


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The built site; the test run ends here if it can't be built."""
    folder = project.copy(tmp_path_factory.mktemp("project"))
    done = project.build(folder, SITE_URL="https://gpu.example/")
    assert done.returncode == 0, project.own(done.stdout)
    return folder / "site"


@pytest.fixture(scope="session")
def address(site) -> Iterator[str]:
    """Where the built site is served."""
    with hosted(site) as address:
        yield address


@pytest.fixture(scope="session")
def site_below(tmp_path_factory) -> Path:
    """The site as a fork publishes it, below the path of its repository."""
    folder = project.copy(tmp_path_factory.mktemp("below"))
    done = project.build(folder, SITE_URL="https://gpu.example/repo/")
    assert done.returncode == 0, project.own(done.stdout)
    return folder / "site"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; never skipped: where there is none the tests fail and say what to install."""
    with sync_playwright() as playwright:
        try:
            chromium = launch(playwright)
        except Error as error:
            pytest.fail(f"{HINT}\n{error}")
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser, address) -> Iterator[Page]:
    """A page on which no script fails and which asks nothing of another host."""
    page, wrong = browser.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(address) else None)
    yield page
    page.close()
    assert wrong == []


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    """The catalog that the site was built from."""
    return read_catalog(project.ROOT / "data", project.AS_OF, REFERENCE)


@pytest.fixture(scope="session")
def files(site) -> dict[str, BeautifulSoup]:
    """Every HTML file of the site by its address below the root."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        relative = str(path.relative_to(site)).removesuffix("index.html")
        found[relative] = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")
    return found


@pytest.fixture(scope="session")
def pages(files) -> dict[str, BeautifulSoup]:
    """Every page of the site: the files without those that only lead on to a page."""
    return {name: page for name, page in files.items() if name == "404.html" or not page.find("meta", attrs={"name": "robots", "content": "noindex"})}


@pytest.fixture(scope="session")
def signposts(files, pages) -> dict[str, BeautifulSoup]:
    """What stands at addresses that are no page's, and leads on to one."""
    return {name: page for name, page in files.items() if name not in pages}


@pytest.fixture(scope="session")
def names_with_digits(catalog) -> re.Pattern:
    """Names, evidence and addresses that the catalog's files give with a digit in them, the longest first."""
    def texts(data: object) -> Iterator[str]:
        if isinstance(data, str):
            yield data
        for part in [*data, *data.values()] if isinstance(data, dict) else data if isinstance(data, list) else ():
            yield from texts(part)

    found = {text for path, source in catalog.sources.items() if "languages/" not in path for text in texts(source.data)}
    names = {text for text in found if re.search("[0-9]", text) and re.search("[A-Za-z]{2}", text) and not re.match(r"[\d.,]+ ?[A-Za-z]+$", text)}
    return re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?![A-Za-z0-9])")
