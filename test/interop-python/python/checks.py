"""What the Python client tries, a function for each column of the matrix. Every check works on a `Run` of client.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from mcp import MCPError
from mcp.client.subscriptions import ResourceUpdated, ToolsListChanged

if TYPE_CHECKING:
    from client import Run


def same(received: object, expected: object) -> None:
    if received != expected:
        raise AssertionError(f"expected {expected!r}, received {received!r}")


def text_of(result: types.CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, types.TextContent), f"a text block was expected, received {block!r}"
    if result.is_error:
        raise AssertionError(f"the tool failed: {block.text}")
    return block.text


async def call(run: Run, tool: str, **arguments: Any) -> str:
    return text_of(await run.client.call_tool(tool, arguments))


async def fails(awaitable: Any) -> MCPError:
    try:
        result = await awaitable
    except MCPError as error:
        return error
    raise AssertionError(f"an error was expected, received {result!r}")


async def until(condition: Any) -> None:
    while not condition():
        await anyio.sleep(0.005)


def survey_of(run: Run) -> str:
    return f"{run.contract['name']} | Re: {run.contract['questions']['think']} | {run.contract['root']['uri']}"


async def connect(run: Run) -> None:
    same(run.client.protocol_version, run.plan["revision"])
    await run.client.list_tools()
    if run.plan["mode"] == "2026-07-28":
        return  # a client of one revision does not ask who the server is
    server = run.client.server_info
    same((server and server.name, server and server.version), tuple(run.contract["info"].values()))


async def calls(run: Run) -> None:
    same(await call(run, "add", a=2, b=3), "5")
    forecast = await run.client.call_tool("forecast", {"city": "Bergen"})
    same(forecast.structured_content, {"city": "Bergen", "celsius": 21.5, "dry": True})
    refused = await run.client.call_tool("refuse")
    same(refused.is_error, True)
    block = refused.content[0]
    assert isinstance(block, types.TextContent) and run.contract["refusal"] in block.text, f"received {block!r}"
    same((await fails(run.client.call_tool("nobody"))).code, types.INVALID_PARAMS)


async def reads(run: Run) -> None:
    greeting = run.contract["greeting"]
    content = (await run.client.read_resource(greeting["uri"])).contents[0]
    assert isinstance(content, types.TextResourceContents)
    same(content.text, greeting["text"])
    note = (await run.client.read_resource("fixture://notes/7")).contents[0]
    assert isinstance(note, types.TextResourceContents)
    same(note.text, "Note number 7.")
    prompt = await run.client.get_prompt("greet", {"name": "Ada"})
    same(prompt.messages[0].content, types.TextContent(type="text", text="Greet Ada."))
    found = await run.client.complete(types.PromptReference(name="greet"), {"name": "name", "value": "A"})
    same(found.completion.values, ["Ada", "Alan"])


async def progress(run: Run) -> None:
    steps: list[tuple[float, float | None, str | None]] = []

    async def told(done: float, total: float | None, message: str | None) -> None:
        steps.append((done, total, message))

    result = await run.client.call_tool("count", {"to": 3}, progress_callback=told)
    same(text_of(result), "counted to 3")
    await until(lambda: len(steps) == 3)
    same(steps, [(n, 3, f"step {n}") for n in (1, 2, 3)])


async def logging(run: Run) -> None:
    run.logs.clear()
    if not run.modern:
        await run.client.session.set_logging_level("info")
    await call(run, "speak", level="warning", message="heard")
    await until(lambda: len(run.logs) > 0)
    same([(log.level, log.data) for log in run.logs], [("warning", "heard")])


async def cancel(run: Run) -> None:
    started = anyio.Event()

    async def told(*_args: Any) -> None:
        started.set()

    async with anyio.create_task_group() as group:

        async def wait() -> None:
            await run.client.call_tool("wait", progress_callback=told)

        group.start_soon(wait)
        await started.wait()
        group.cancel_scope.cancel()
    while await call(run, "aborted") == "0":
        await anyio.sleep(0.01)


async def elicit(run: Run) -> None:
    same(await call(run, "order", title="Dune"), "Dune x4")


async def sample(run: Run) -> None:
    same(await call(run, "haiku", topic="rain"), f"{run.contract['model']}: Re: A haiku about rain")


async def roots(run: Run) -> None:
    same(await call(run, "places"), run.contract["root"]["uri"])


async def batch(run: Run) -> None:
    same(await call(run, "survey"), survey_of(run))
    if not run.modern:
        return
    first = await run.client.session.call_tool("survey", allow_input_required=True)
    assert isinstance(first, types.InputRequiredResult) and first.input_requests is not None
    methods = sorted(request.method for request in first.input_requests.values())
    same(methods, ["elicitation/create", "roots/list", "sampling/createMessage"])


async def chain(run: Run) -> None:
    run.answers.asked.clear()
    same(await call(run, "chain"), f"{run.contract['name']}: 4")
    same(run.answers.asked, [run.contract["questions"]["who"], 'Ada, how many of "Emma"?'])


async def outcomes(run: Run) -> None:
    questions = run.contract["questions"]
    same(await call(run, "perhaps", question=questions["decline"]), "decline")
    same(await call(run, "perhaps", question=questions["cancel"]), "cancel")
    same(await call(run, "perhaps", question=questions["who"]), "accept Ada")


async def declined(run: Run) -> None:
    result = await run.client.call_tool("must", {"question": run.contract["questions"]["decline"]})
    same(result.is_error, True)


async def together(run: Run) -> None:
    titles = ["A", "BB", "CCC", "DDDD", "EEEEE"]
    received: dict[str, str] = {}

    async def order(title: str) -> None:
        received[title] = await call(run, "order", title=title)

    async with anyio.create_task_group() as group:
        for title in titles:
            group.start_soon(order, title)
    same(received, {title: f"{title} x{len(title)}" for title in titles})


async def body(run: Run) -> None:
    same(await call(run, "ask"), "accept Ada")
    same(await call(run, "think"), f"Re: {run.contract['questions']['think']}")
    same(await call(run, "locate"), run.contract["root"]["uri"])


async def steps(run: Run) -> None:
    same(await call(run, "steps"), "Ada 4, 1 apart, 0 more")


async def page(run: Run) -> None:
    same(await call(run, "page"), "accept")


async def manual(run: Run) -> None:
    same(await call(run, "interview"), f"{run.contract['state']}: {survey_of(run)}")


async def manualPrompt(run: Run) -> None:
    prompt = await run.client.get_prompt("interview")
    same(prompt.messages[0].content, types.TextContent(type="text", text="Ada"))


async def manualResource(run: Run) -> None:
    content = (await run.client.read_resource("fixture://secret/7")).contents[0]
    assert isinstance(content, types.TextResourceContents)
    same(content.text, "Secret 7 for Ada.")


async def undeclared(run: Run) -> None:
    async with run.silent() as client:
        error = await fails(client.call_tool("order", {"title": "Dune"}))
        same(error.code, types.MISSING_REQUIRED_CLIENT_CAPABILITY)
        required = types.MissingRequiredClientCapabilityErrorData.model_validate(error.error.data)
        assert required.required_capabilities.elicitation is not None
        same(text_of(await client.call_tool("add", {"a": 2, "b": 3})), "5")


async def forged(run: Run) -> None:
    first = await run.client.session.call_tool("interview", allow_input_required=True)
    assert isinstance(first, types.InputRequiredResult) and first.request_state is not None
    state = first.request_state
    changed = state[:-6] + ("A" if state[-6] != "A" else "B") + state[-5:]
    for wrong in (changed, run.contract["state"], ""):
        error = await fails(run.client.call_tool("interview", request_state=wrong))
        same(error.code, types.INVALID_PARAMS)
    error = await fails(run.client.call_tool("order", {"title": "Dune"}, request_state=state))
    same(error.code, types.INVALID_PARAMS)


async def listenResource(run: Run) -> None:
    uri, other = run.contract["greeting"]["uri"], run.contract["otherUri"]
    if run.modern:
        async with run.client.listen(resource_subscriptions=[uri]) as changes:
            same(changes.honored.resource_subscriptions, [uri])
            await call(run, "publish", uri=other)
            await call(run, "publish", uri=uri)
            same(await anext(changes), ResourceUpdated(uri))
            await call(run, "publish", uri=uri)
            same(await anext(changes), ResourceUpdated(uri))
        await call(run, "publish", uri=uri)
        return
    await run.client.subscribe_resource(uri)
    for at in (1, 2):
        await call(run, "publish", uri=other)
        await call(run, "publish", uri=uri)
        await until(lambda: len(updates(run)) >= at)
    await run.client.unsubscribe_resource(uri)
    await call(run, "publish", uri=uri)
    await run.client.send_ping()
    same(updates(run), [uri, uri])


def updates(run: Run) -> list[str]:
    return [note.params.uri for note in run.heard if isinstance(note, types.ResourceUpdatedNotification)]


async def listenLists(run: Run) -> None:
    if run.modern:
        async with run.client.listen(tools_list_changed=True, prompts_list_changed=True) as changes:
            same((changes.honored.tools_list_changed, changes.honored.prompts_list_changed), (True, True))
            for names in (True, False):
                await call(run, "grow")
                same(await anext(changes), ToolsListChanged())
                same(await lists_grown(run), names)
        return
    for at, names in ((1, True), (2, False)):
        await call(run, "grow")
        await until(lambda: len(changed(run)) >= at)
        same(await lists_grown(run), names)


def changed(run: Run) -> list[types.ToolListChangedNotification]:
    return [note for note in run.heard if isinstance(note, types.ToolListChangedNotification)]


async def lists_grown(run: Run) -> bool:
    return any(tool.name == "grown" for tool in (await run.client.list_tools()).tools)


async def listenTwo(run: Run) -> None:
    """Two streams of one client, each with its own filter."""
    uri, other = run.contract["greeting"]["uri"], run.contract["otherUri"]
    async with run.client.listen(resource_subscriptions=[uri]) as first:
        async with run.client.listen(resource_subscriptions=[other]) as second:
            await call(run, "publish", uri=other)
            same(await anext(second), ResourceUpdated(other))
            await call(run, "publish", uri=uri)
            same(await anext(first), ResourceUpdated(uri))
        await call(run, "publish", uri=uri)
        same(await anext(first), ResourceUpdated(uri))


async def ended(run: Run) -> None:
    """The server goes: the stream ends with its result, which the iteration takes for its end and not for a loss."""
    async with run.client.listen(tools_list_changed=True) as changes:
        await call(run, "leave")
        same([event async for event in changes], [])
