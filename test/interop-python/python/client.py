"""The Python client: `client.py PLAN`, where PLAN is JSON. Runs its checks and prints one line of JSON for each."""

from __future__ import annotations

import json
import sys
import traceback
import warnings
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters

import checks
from answers import Answers

warnings.simplefilter("ignore")
contract = json.loads((Path(__file__).parent.parent / "fixtures" / "contract.json").read_text("utf-8"))


def tell(verb: str, failure: str | None) -> None:
    print(json.dumps({"verb": verb, "failure": failure}), flush=True)


def sentence(error: BaseException) -> str:
    """One line for what went wrong, from the innermost error of a group."""
    while inner := getattr(error, "exceptions", None):
        error = inner[0]
    at = traceback.extract_tb(error.__traceback__)
    where = next((f" ({Path(f.filename).name}:{f.lineno})" for f in reversed(at) if "site-packages" not in f.filename), "")
    code = f" {error.code}" if isinstance(error, MCPError) else ""
    return f"{type(error).__name__}{code}: {error}{where}"


class Run:
    """One row: a client that answers, what it heard, and how to make another client."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.modern = plan["era"] == "modern"
        self.contract = contract
        self.answers = Answers(contract)
        self.heard: list[types.ServerNotification] = []
        self.logs: list[types.LoggingMessageNotificationParams] = []
        self.client: Client

    def target(self) -> str | StdioServerParameters:
        plan = self.plan
        if "url" in plan:
            return plan["url"]
        return StdioServerParameters(command=plan["command"], args=plan["args"], env=plan["env"])

    async def hear(self, message: Any) -> None:
        if isinstance(message, Exception):
            raise message
        self.heard.append(message)

    async def log(self, params: types.LoggingMessageNotificationParams) -> None:
        self.logs.append(params)

    def answering(self) -> Client:
        return Client(
            self.target(),
            mode=self.plan["mode"],
            read_timeout_seconds=10,
            elicitation_callback=self.answers.elicit,
            sampling_callback=self.answers.sample,
            list_roots_callback=self.answers.list_roots,
            logging_callback=self.log,
            message_handler=self.hear,
            log_level="info" if self.modern else None,
        )

    def silent(self) -> Client:
        """A client that cannot be asked anything."""
        return Client(self.target(), mode=self.plan["mode"], read_timeout_seconds=10)


async def attempt(verb: str, run: Run) -> None:
    try:
        with anyio.fail_after(run.plan["cellSeconds"]):
            await getattr(checks, verb)(run)
    except Exception as error:  # a check may fail in any way; the next one runs all the same
        tell(verb, sentence(error))
    else:
        tell(verb, None)


async def main() -> None:
    run = Run(json.loads(sys.argv[1]))
    verbs = run.plan["verbs"]
    connected = False
    try:
        async with run.answering() as client:
            connected = True
            run.client = client
            for verb in verbs:
                await attempt(verb, run)
    except BaseException as error:
        tell("close" if connected else "connect", sentence(error))
        raise SystemExit(1) from None
    tell("close", None)


anyio.run(main)
