"""The GitHub workflows: pinned, with least permissions, nothing of a stranger in a shell."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def test_zizmor_finds_nothing():
    tool = Path(sys.executable).with_name("zizmor")
    path = str(tool) if tool.exists() else shutil.which("zizmor")
    assert path, "zizmor is in requirements-test.lock: run `make test`"
    done = subprocess.run([path, "--offline", "--no-progress", str(ROOT / ".github")], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_commit_and_named_by_version(path):
    used = re.findall(r"uses: (?!\$/)(\S+)(.*)", path.read_text())
    assert used
    for action, comment in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action), action
        assert re.search(r"# v\d+\.\d+\.\d+", comment), action


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_each_job_has_a_limit_and_no_job_writes_to_the_repository(path):
    workflow = yaml.safe_load(path.read_text())
    for name, job in workflow["jobs"].items():
        assert "uses" in job or job["timeout-minutes"] <= 30, name
        permissions = job.get("permissions", workflow["permissions"])
        assert permissions.get("contents", "read") == "read", name
        assert "secrets." not in str(job), name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_no_expression_stands_inside_a_shell_command(path):
    for job in yaml.safe_load(path.read_text())["jobs"].values():
        for step in job.get("steps", []):
            assert "${{" not in step.get("run", ""), step


def test_nothing_is_published_that_the_checks_refuse():
    jobs = yaml.safe_load((ROOT / ".github/workflows/publish.yml").read_text())["jobs"]
    assert jobs["check"]["uses"] == "$/.github/workflows/check.yml"
    assert jobs["build"]["needs"] == "check" and jobs["deploy"]["needs"] == "build"


def test_pull_requests_never_run_with_the_repositorys_own_rights():
    assert all("pull_request_target" not in path.read_text() for path in WORKFLOWS)
