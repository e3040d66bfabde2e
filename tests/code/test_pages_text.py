"""What is made from a page's own text: FAQ data, tooltips, the alignment of translations."""

import json
import subprocess
import sys

import pytest

from macros import alignment
from macros.catalog.languages import Term
from macros.faq import faq_page, questions
from macros.tooltips import with_tooltips

PAGE = (
    '<h2 id="faq">Questions<a class="headerlink" href="#faq">¶</a></h2>'
    '<h3 id="faq-a">Is 1 &lt; 2?<a class="headerlink" href="#faq-a">¶</a></h3><p>Yes &amp; <a href="x">always</a>.</p><ul><li>so</li></ul>'
    '<h3 id="faq-b">Why?</h3><p>Because <span>it</span> is.</p><h2 id="after">After</h2><p>not an answer</p>'
)


def test_each_question_has_the_text_up_to_the_next_heading():
    assert questions(PAGE) == [
        ("Is 1 < 2?", "<p>Yes &amp; always.</p><ul><li>so</li></ul>"),
        ("Why?", "<p>Because it is.</p>"),
    ]


def test_faq_data_cannot_close_its_script():
    made = faq_page(PAGE + '<h3 id="faq-c">&lt;/script&gt;?</h3><p>&lt;/script&gt;</p>')
    assert "<" not in made
    assert json.loads(made)["mainEntity"][2]["name"] == "</script>?"


def test_a_page_without_questions_has_no_faq_data():
    assert faq_page('<h2 id="faq">Questions</h2><p>none</p>') is None


def test_links_to_terms_carry_their_explanation_escaped():
    glossary = {"spot": Term.model_construct(term="Spot", text='may be "taken" <back>')}
    page = '<a href="../glossary/#spot">s</a> <a href="../glossary/#other">o</a> <a href="../glossary/">g</a>'
    assert with_tooltips(page, glossary) == (
        '<a href="../glossary/#spot" title="may be &quot;taken&quot; &lt;back&gt;">s</a>'
        ' <a href="../glossary/#other">o</a> <a href="../glossary/">g</a>'
    )


REFERENCE = "---\ntitle: T\n---\n\n# T\n\nLead.\n\n## One { #one }\n\nText one.\n\n### Two { #two }\n\nText two.\n"
TRANSLATED = "---\ntitle: U\ndescription: d\n---\n\n# U\n\nBody.\n"


def test_sections_are_cut_at_headings_with_ids():
    assert {id_: text.split() for id_, text in alignment.sections(REFERENCE).items()} == {
        "lead": ["#", "T", "Lead."],
        "one": ["##", "One", "{", "#one", "}", "Text", "one."],
        "two": ["###", "Two", "{", "#two", "}", "Text", "two."],
    }


def test_a_page_is_behind_only_where_its_reference_changed():
    page = alignment.with_alignment(TRANSLATED, REFERENCE)
    assert alignment.stale_sections(alignment.aligned_of(page), REFERENCE) == []
    assert alignment.stale_sections(alignment.aligned_of(page), REFERENCE.replace("Text two", "New text")) == ["two"]
    assert alignment.stale_sections(alignment.aligned_of(page), REFERENCE.replace("Text one.\n", "Text\none.\n")) == []
    assert alignment.stale_sections({}, REFERENCE) == ["lead", "one", "two"]


def test_noting_a_page_as_aligned_changes_nothing_else_and_can_be_repeated():
    page = alignment.with_alignment(TRANSLATED, REFERENCE)
    assert page.startswith("---\ntitle: U\ndescription: d\naligned:\n  lead: ") and page.endswith("---\n\n# U\n\nBody.\n")
    assert alignment.with_alignment(page, REFERENCE) == page
    assert alignment.with_alignment(TRANSLATED.replace("---\n\n# U", "aligned: {}\n---\n\n# U"), REFERENCE) == page


@pytest.mark.parametrize("heading", ["{ #one }", "{ #one } ", "{#one}", "{: #one .wide }"])
def test_a_heading_is_seen_however_its_id_is_written(heading):
    assert list(alignment.sections(f"# A\n\n## One {heading}\n\nText.\n")) == ["lead", "one"]


@pytest.fixture
def root(tmp_path):
    (tmp_path / "mkdocs.yml").write_text("extra:\n  languages: [hi, vi]\n  reference_language: vi\n")
    for code, text in (("vi", REFERENCE), ("hi", TRANSLATED)):
        (tmp_path / "docs" / code).mkdir(parents=True)
        (tmp_path / "docs" / code / "a.md").write_text(text)
    return tmp_path


def test_the_command_lists_and_notes(root, capsys):
    assert alignment.main([], root) == 0
    assert capsys.readouterr().out.splitlines()[0] == "docs/hi/a.md: lead: docs/vi/a.md has changed since"
    assert alignment.main(["docs/hi/a.md"], root) == 0
    assert alignment.main([], root) == 0
    assert capsys.readouterr().out == ""
    assert alignment.main(["docs/vi/a.md"], root) == 1


def test_the_check_imports_no_mkdocs():
    code = "import sys, macros.check; sys.exit('mkdocs' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
