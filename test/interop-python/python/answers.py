"""What the user, the model and the file system of the Python client say."""

from __future__ import annotations

import re
from typing import Any

import mcp_types as types


class Answers:
    def __init__(self, contract: dict[str, Any]) -> None:
        self.contract = contract
        self.asked: list[str] = []

    async def elicit(self, _context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        self.asked.append(params.message)
        if params.message.startswith("Decline"):
            return types.ElicitResult(action="decline")
        if params.message.startswith("Cancel"):
            return types.ElicitResult(action="cancel")
        if isinstance(params, types.ElicitRequestURLParams):
            ok = params.url == self.contract["page"]["url"]
            return types.ElicitResult(action="accept" if ok else "cancel")
        quoted = re.search(r'"(.*)"', params.message)
        known = {
            "name": self.contract["name"],
            "confirm": True,
            "copies": len(quoted.group(1)) if quoted else 0,
        }
        fields = params.requested_schema["properties"]
        return types.ElicitResult(action="accept", content={field: known[field] for field in fields})

    async def sample(self, _context: Any, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        content = params.messages[-1].content
        assert isinstance(content, types.TextContent)
        self.asked.append(content.text)
        return types.CreateMessageResult(
            role="assistant",
            content=types.TextContent(type="text", text=f"Re: {content.text}"),
            model=self.contract["model"],
        )

    async def list_roots(self, _context: Any) -> types.ListRootsResult:
        self.asked.append("roots")
        root = self.contract["root"]
        return types.ListRootsResult(roots=[types.Root(uri=root["uri"], name=root["name"])])
