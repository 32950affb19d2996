"""The Python fixture server: `server.py stdio | http | http-json | http-stateless`."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import anyio
import mcp_types as types
import uvicorn
from mcp.server.mcpserver import (
    AcceptedElicitation,
    Context,
    Elicit,
    ElicitationResult,
    ListRoots,
    MCPServer,
    Resolve,
    Sample,
)
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    EmptyResult,
    InputRequiredResult,
    ListRootsRequest,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel

warnings.simplefilter("ignore")
contract = json.loads((Path(__file__).parent.parent / "fixtures" / "contract.json").read_text("utf-8"))
questions = contract["questions"]
modern = "2026-07-28"

info = contract["info"]
server: MCPServer[Any] = MCPServer(info["name"], version=info["version"], log_level="ERROR")


class Named(BaseModel):
    name: str


class Counted(BaseModel):
    copies: int


class Terms(BaseModel):
    confirm: bool
    copies: int


class Forecast(BaseModel):
    city: str
    celsius: float
    dry: bool


def message(text: str) -> SamplingMessage:
    return SamplingMessage(role="user", content=TextContent(type="text", text=text))


def text_of(result: CreateMessageResult) -> str:
    assert isinstance(result.content, TextContent)
    return result.content.text


def uris_of(result: ListRootsResult) -> str:
    return ",".join(str(root.uri) for root in result.roots)


@server.tool()
def add(a: int, b: int) -> str:
    return str(a + b)


@server.tool()
def forecast(city: str) -> Forecast:
    return Forecast(city=city, celsius=21.5, dry=True)


@server.tool()
def refuse() -> str:
    raise ToolError(contract["refusal"])


@server.tool()
async def count(to: int, ctx: Context) -> str:
    for step in range(1, to + 1):
        await ctx.report_progress(step, to, f"step {step}")
    return f"counted to {to}"


# Questions of resolvers.
def ask_terms(title: str) -> Elicit[Terms]:
    return Elicit(f'Order "{title}"?', Terms)


def ask_verse(topic: str) -> Sample:
    return Sample([message(f"A haiku about {topic}")], max_tokens=20)


def ask_roots() -> ListRoots:
    return ListRoots()


def ask_who() -> Elicit[Named]:
    return Elicit(questions["who"], Named)


def ask_thought() -> Sample:
    return Sample([message(questions["think"])], max_tokens=20)


def ask_portion(who: Annotated[Named, Resolve(ask_who)]) -> Elicit[Counted]:
    return Elicit(f'{who.name}, how many of "Emma"?', Counted)


def ask_choice(question: str) -> Elicit[Named]:
    return Elicit(question, Named)


@server.tool()
def order(title: str, terms: Annotated[Terms, Resolve(ask_terms)]) -> str:
    return f"{title} x{terms.copies}" if terms.confirm else "nothing"


@server.tool()
def haiku(topic: str, verse: Annotated[CreateMessageResult, Resolve(ask_verse)]) -> str:
    return f"{verse.model}: {text_of(verse)}"


@server.tool()
def places(roots: Annotated[ListRootsResult, Resolve(ask_roots)]) -> str:
    return uris_of(roots)


@server.tool()
def survey(
    who: Annotated[Named, Resolve(ask_who)],
    thought: Annotated[CreateMessageResult, Resolve(ask_thought)],
    roots: Annotated[ListRootsResult, Resolve(ask_roots)],
) -> str:
    return " | ".join([who.name, text_of(thought), uris_of(roots)])


@server.tool()
def chain(who: Annotated[Named, Resolve(ask_who)], portion: Annotated[Counted, Resolve(ask_portion)]) -> str:
    return f"{who.name}: {portion.copies}"


@server.tool()
def perhaps(question: str, choice: Annotated[ElicitationResult[Named], Resolve(ask_choice)]) -> str:
    return f"accept {choice.data.name}" if isinstance(choice, AcceptedElicitation) else choice.action


@server.tool()
def must(question: str, choice: Annotated[Named, Resolve(ask_choice)]) -> str:
    return choice.name


# Questions of bodies.
@server.tool()
async def ask(ctx: Context) -> str:
    result = await ctx.elicit(questions["who"], Named)
    return f"accept {result.data.name}" if isinstance(result, AcceptedElicitation) else result.action


@server.tool()
async def think(ctx: Context) -> str:
    thought = message(questions["think"])
    return text_of(await ctx.session.create_message([thought], max_tokens=20, related_request_id=ctx.request_id))


@server.tool()
async def locate(ctx: Context) -> str:
    return uris_of(await ctx.session.list_roots())


@server.tool()
async def page(ctx: Context) -> str:
    given = contract["page"]
    result = await ctx.elicit_url(given["message"], given["url"], given["elicitationId"])
    return result.action


# Questions by hand.
def who_by_hand() -> ElicitRequest:
    schema = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    return ElicitRequest(params=ElicitRequestFormParams(message=questions["who"], requested_schema=schema))


def name_in(ctx: Context) -> str | None:
    answer = (ctx.input_responses or {}).get("who")
    return answer.content["name"] if isinstance(answer, ElicitResult) and answer.content else None


@server.tool(name="interview")
async def interview_tool(ctx: Context) -> str | InputRequiredResult:
    answers = ctx.input_responses
    if answers is None:
        think = CreateMessageRequestParams(messages=[message(questions["think"])], max_tokens=20)
        return InputRequiredResult(
            input_requests={
                "who": who_by_hand(),
                "thought": CreateMessageRequest(params=think),
                "roots": ListRootsRequest(),
            },
            request_state=contract["state"],
        )
    thought, roots = answers["thought"], answers["roots"]
    assert isinstance(thought, CreateMessageResult) and isinstance(roots, ListRootsResult)
    return f"{ctx.request_state}: {name_in(ctx)} | {text_of(thought)} | {uris_of(roots)}"


@server.prompt(name="interview")
async def interview_prompt(ctx: Context) -> Any:
    return name_in(ctx) or InputRequiredResult(input_requests={"who": who_by_hand()})


@server.resource(contract["secretTemplate"], name="secret", mime_type="text/plain")
async def secret(id: str, ctx: Context) -> Any:
    name = name_in(ctx)
    return f"Secret {id} for {name}." if name else InputRequiredResult(input_requests={"who": who_by_hand()})


# Changes. Clients with a handshake hear of them on their own session, which the high-level server leaves to its user.
subscribed: set[str] = set()


async def subscribe(_ctx: Any, params: types.SubscribeRequestParams) -> EmptyResult:
    subscribed.add(str(params.uri))
    return EmptyResult()


async def unsubscribe(_ctx: Any, params: types.UnsubscribeRequestParams) -> EmptyResult:
    subscribed.discard(str(params.uri))
    return EmptyResult()


low = server._lowlevel_server
low.add_request_handler("resources/subscribe", types.SubscribeRequestParams, subscribe)
low.add_request_handler("resources/unsubscribe", types.UnsubscribeRequestParams, unsubscribe)


@server.tool()
async def publish(uri: str, ctx: Context) -> str:
    if ctx.protocol_version == modern:
        await ctx.notify_resource_updated(uri)
    elif uri in subscribed:
        await ctx.session.send_resource_updated(uri)
    return "published"


def fresh() -> str:
    return "fresh"


@server.tool()
async def grow(ctx: Context) -> str:
    here = any(tool.name == "grown" for tool in await server.list_tools())
    if here:
        server.remove_tool("grown")
    else:
        server.add_tool(fresh, name="grown")
    if ctx.protocol_version == modern:
        await ctx.notify_tools_changed()
    else:
        await ctx.session.send_tool_list_changed()
    return "gone" if here else "here"


@server.tool()
async def speak(level: types.LoggingLevel, message: str, ctx: Context) -> str:
    await ctx.log(level, message, logger_name="fixture")
    return "said"


# A call that waits until it is given up.
aborted_calls = 0


@server.tool()
async def wait(ctx: Context) -> str:
    global aborted_calls
    try:
        await ctx.report_progress(1)
        await anyio.sleep_forever()
    finally:
        aborted_calls += 1
    return "never"


@server.tool()
def aborted() -> str:
    return str(aborted_calls)


# What can be read.
@server.resource(contract["greeting"]["uri"], name="greeting", mime_type="text/plain")
def greeting() -> str:
    return contract["greeting"]["text"]


@server.resource(contract["noteTemplate"], name="note", mime_type="text/plain")
def note(id: str) -> str:
    return f"Note number {id}."


@server.prompt(description="A greeting.")
def greet(name: str) -> str:
    return f"Greet {name}."


@server.completion()
async def complete(_ref: Any, argument: types.CompletionArgument, _context: Any) -> types.Completion:
    return types.Completion(values=[person for person in contract["people"] if person.startswith(argument.value)])


async def serve_http(mode: str) -> None:
    app = server.streamable_http_app(json_response=mode == "http-json", stateless_http=mode == "http-stateless")
    listening = socket.create_server(("127.0.0.1", 0))
    print(f"READY {listening.getsockname()[1]}", flush=True)
    await uvicorn.Server(uvicorn.Config(app, log_level="error")).serve(sockets=[listening])


if "INTEROP_PIDS" in os.environ:  # whoever started this sees it end
    with open(os.environ["INTEROP_PIDS"], "a", encoding="utf-8") as pids:
        pids.write(f"{os.getpid()}\n")
logging.disable(logging.WARNING)
if sys.argv[1] == "stdio":
    server.run("stdio")
else:
    anyio.run(serve_http, sys.argv[1])
