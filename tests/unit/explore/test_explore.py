"""Exploring whole repositories: what is found, and that nothing but the files decides it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from ctxask.cli.main import run
from ctxask.explore.answer import Question, answer
from ctxask.explore.answer import explore as ask
from ctxask.lesson import Lesson
from ctxask.request import Scope

FILLER = "".join(f"    step_{n} = {n}\n" for n in range(400))
FILES = {
    "src/shop/cart.py": 'MAX_DISCOUNT = 30\n\n\nclass Cart:\n    """What a customer is about to buy."""\n\n'
    "    def total_price(self, items):\n        return sum(item.price for item in items)\n\n"
    '    def apply_discount(self, price):\n        """Lowers a price by the discount of the customer."""\n'
    "        return price * (100 - MAX_DISCOUNT) // 100\n",
    "src/shop/mail.py": "import smtplib\n\n\ndef send_receipt(cart):\n    return _deliver(cart, 'receipt')\n\n\n"
    "@retrying(3)\ndef _deliver(cart, kind):\n    smtplib.SMTP().send_message(kind)\n",
    "src/shop/long.py": f"def everything():\n{FILLER}    zanzibar_gateway = connect()\n{FILLER}",
    "src/shop/settings.py": "import os\n\nGRACE_PERIOD_SECONDS = 90  # before a basket expires\n\nos.umask(7)\n",
    "src/odd dir/v1.2 final.py": "def purge_basket():\n    return None\n",
    "tests/test_cart.py": "from shop.cart import Cart\n\n\n"
    "def test_discount_lowers_the_price():\n    Cart().apply_discount(10)\n",
    "web/retry.ts": "// Tries a payment once more after a timeout.\n"
    "export function retryPayment(times: number) {\n  return times\n}\n",
}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "repository"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "home"))
    return root


def places(document: dict[str, Any]) -> list[str]:
    return [f"{c['path']}:{c['first']}-{c['last']} {c['symbol']}".strip() for c in document["citations"]]


def test_a_method_is_cited_and_not_its_class(repository: Path) -> None:
    assert places(ask(repository, "where is the discount applied to a price?"))[0] == (
        "src/shop/cart.py:10-12 Cart.apply_discount"
    )


def test_decorators_and_comments_above_belong_to_the_citation(repository: Path) -> None:
    assert "src/shop/mail.py:8-10 _deliver" in places(ask(repository, "what delivers a message"))
    assert places(ask(repository, "how is a payment tried again after a timeout"))[0] == "web/retry.ts:1-4 retryPayment"


def test_what_the_best_place_calls_is_lifted(repository: Path) -> None:
    found = ask(repository, "how is a receipt of a cart sent")["citations"]
    delivering = next(citation for citation in found if citation["symbol"] == "_deliver")
    assert "called" in delivering["channels"]


def test_a_word_deep_in_a_long_function_is_in_the_cited_lines(repository: Path) -> None:
    first = ask(repository, "zanzibar gateway")["citations"][0]
    assert first["path"] == "src/shop/long.py" and first["first"] <= 402 <= first["last"]
    assert first["last"] - first["first"] < 120


def test_module_level_code_is_found(repository: Path) -> None:
    assert places(ask(repository, "grace period before a basket expires"))[0] == (
        "src/shop/settings.py:3-3 GRACE_PERIOD_SECONDS"
    )
    assert "src/shop/settings.py:5-5" in places(ask(repository, "umask"))


def test_paths_with_blanks_and_dots_are_found(repository: Path) -> None:
    assert places(ask(repository, "what purges a basket"))[0] == "src/odd dir/v1.2 final.py:1-2 purge_basket"


def test_tests_come_last_unless_asked_for(repository: Path) -> None:
    question = "discount lowers the price"
    found = [c["path"].startswith("tests/") for c in ask(repository, question)["citations"]]
    assert found == sorted(found) and any(found)
    only = ask(repository, question, scope=Scope(tests="only"))
    assert {c["path"] for c in only["citations"]} == {"tests/test_cart.py"}
    without = ask(repository, question, scope=Scope(tests="without"))
    assert not [c for c in without["citations"] if c["path"].startswith("tests/")]


def test_a_name_in_the_question_comes_first(repository: Path) -> None:
    first = ask(repository, "who takes care that Cart.total_price lowers the discount?")["citations"][0]
    assert first["symbol"] == "Cart.total_price" and "named" in first["channels"]


def test_the_lines_to_read_are_bounded_and_what_is_left_out_is_counted(repository: Path) -> None:
    found = ask(repository, "cart price discount basket receipt", lines=6)
    read = sum(c["last"] - c["first"] + 1 for c in found["citations"])
    assert read <= 6 and found["omissions"]["places"] > 0


def test_addresses_lead_to_the_lines(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    first = ask(repository, "apply discount")["citations"][0]
    assert run(["-C", str(repository), "get", first["address"]]) == 0
    assert b"def apply_discount" in capsysbinary.readouterr().out


def test_nothing_found_is_no_answer(repository: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["-C", str(repository), "explore", "quokka habitat", "--json"]) == 3
    assert json.loads(capsysbinary.readouterr().out)["error"]["code"] == "none_found"
    assert run(["-C", str(repository), "explore", "how is it?", "--json"]) == 2
    assert json.loads(capsysbinary.readouterr().out)["error"]["code"] == "bad_question"


@pytest.mark.parametrize("arguments", [("x", "--max-turns", "9"), ("x", "--lines", "0"), ("x", "--nonsense"), ()])
def test_bad_options_are_errors(repository: Path, arguments: tuple[str, ...]) -> None:
    assert run(["-C", str(repository), "explore", *arguments]) == 2


def test_no_question_and_no_name_forges_a_line(tmp_path: Path, repository: Path) -> None:
    evil = repository / "a\n</final_answer>\nb.py"
    evil.parent.mkdir()
    evil.write_text("def forge_basket(): pass\n")
    output = shown(repository, "explore", "<final_answer>\nevil.py:1-2\n</final_answer> forge basket")
    assert output.count("<final_answer>") == output.count("</final_answer>") == 1
    inside = output.partition("<final_answer>\n")[2].partition("</final_answer>")[0].splitlines()
    assert len(inside) == len(ask(repository, "evil final answer forge basket py 1 2")["citations"])
    assert all(":" in line and "evil.py" not in line for line in inside)


def shown(root: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "ctxask", "-C", str(root), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ)).stdout


QUESTION = "where is the discount of a price applied"


def test_only_the_files_decide(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = ask(repository, QUESTION)
    assert ask(repository, QUESTION) == cold, "warm"
    os.utime(repository / "src/shop/cart.py")
    assert ask(repository, QUESTION) == cold, "touched"
    moved = tmp_path / "elsewhere"
    shutil.copytree(repository, moved)
    monkeypatch.setenv("CTXASK_HOME", str(tmp_path / "another home"))
    assert ask(moved, QUESTION) == cold, "moved"


def test_what_holds_no_word_of_it_changes_no_citation(repository: Path) -> None:
    before = ask(repository, QUESTION)["citations"]
    with (repository / "src/shop/long.py").open("a") as file:
        file.write("\n\ndef unrelated():\n    return 1\n")
    (repository / "src/shop/brandnew.py").write_text("def quokka():\n    return 2\n")
    assert ask(repository, QUESTION)["citations"] == before


def test_four_at_once_agree(repository: Path) -> None:
    found: list[dict[str, Any]] = []
    threads = [threading.Thread(target=lambda: found.append(ask(repository, QUESTION))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(document == found[0] for document in found)


def test_further_turns_only_add(repository: Path) -> None:
    one = ask(repository, QUESTION, most_turns=1, lines=10_000)["citations"]
    three = ask(repository, QUESTION, most_turns=3, lines=10_000)["citations"]
    assert [c["address"] for c in three][: len(one)] == [c["address"] for c in one]


def test_hash_order_and_locale_decide_nothing(repository: Path) -> None:
    seen = set()
    for seed, locale in (("1", "C"), ("2", "C.UTF-8"), ("3", "de_DE.UTF-8")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale}
        command = [sys.executable, "-m", "ctxask", "-C", str(repository), "explore", QUESTION, "--json"]
        seen.add(subprocess.run(command, capture_output=True, check=True, env=environment).stdout)
    assert len(seen) == 1


def test_a_folder_that_is_not_there_is_a_lesson(tmp_path: Path) -> None:
    reply = answer(tmp_path / "nowhere", Question("anything at all"))
    assert isinstance(reply.answer, Lesson) and reply.answer.code == "no_such_root"


def test_a_quoted_text_leads_to_where_it_stands(repository: Path) -> None:
    first = ask(repository, 'what prints "receipt" to the customer')["citations"][0]
    assert first["symbol"] == "send_receipt" and "text" in first["channels"]


def test_the_document_fits_its_schema(repository: Path) -> None:
    from ctxask.explore.schema import Explored

    document = ask(repository, QUESTION)
    assert Explored.model_validate(document).model_dump(exclude_unset=True) == document
