"""Questions as JSON values: what the steps of a batch and the tools of MCP share with the command line."""

from __future__ import annotations

from ctxask.tools.asking import ask, run_plan
from ctxask.tools.exploring import explore
from ctxask.tools.getting import get
from ctxask.tools.inputs import AskInput, ExploreInput, GetInput, PlanInput
from ctxask.tools.model import Tool

TOOLS: dict[str, Tool] = {
    tool.name: tool
    for tool in (
        Tool(
            "ask",
            "Answers a typed question about the repository with evidence: where a name is used (locate), what breaks "
            "if it changes (impact), how control flows (trace), what a change broke (affected), which tests to run "
            "(tests), why tests fail (diagnose). Ask before you grep. Sites are confirmed, likely or not sure, and all "
            "are counted.",
            AskInput,
            ask,
        ),
        Tool("get", "Prints the exact lines behind addresses that an answer gave.", GetInput, get),
        Tool(
            "explore",
            "Finds where something is done from a question in plain words, when no name is known: places to read, the "
            "best first.",
            ExploreInput,
            explore,
        ),
        Tool("plan", "Runs a ctx.plan/v1 document that only observes.", PlanInput, run_plan, default=False),
    )
}
