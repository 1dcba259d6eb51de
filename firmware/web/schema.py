"""The JSON schema of the protocol and the types of the page's scripts, made of the messages::

python -m firmware.web.schema            # the schema, as GET /api/schema has it
python -m firmware.web.schema --types    # TypeScript declarations, of lines and lessons too
"""

import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from firmware.match.followed import PROTOCOL
from firmware.web.lines import Line, Wanted
from firmware.web.wire import FromClient, FromHost


def schema(*more: Any) -> dict[str, Any]:
    """Return the JSON schema of all messages, ``from-client`` and ``from-host``. more: further types."""
    (client, host, *_), parts = msgspec.json.schema_components(
        (FromClient, FromHost, *more), ref_template="#/$defs/{name}"
    )
    described = parts | {
        name: part | {"description": inspect.cleandoc(part["description"])}
        for name, part in parts.items()
        if "description" in part
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"speeltafel, protocol {PROTOCOL}",
        "$defs": {"from-client": client, "from-host": host, **described},
        "anyOf": [{"$ref": "#/$defs/from-client"}, {"$ref": "#/$defs/from-host"}],
    }


_NAMES = {"from-client": "FromClient", "from-host": "FromHost"}
_PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def declarations() -> Iterator[str]:
    """Yield TypeScript declarations of the messages, and of the lines and lessons of pages."""
    from firmware.web.lessons import Lesson  # not packed for browsers, where lessons are files

    parts = schema(Line, Wanted, Lesson)["$defs"]
    for name, part in parts.items():
        if "description" in part:
            yield f"/** {' '.join(part['description'].split())} */"
        yield f"export type {_NAMES.get(name, name)} = {_declared(part)};"


def _declared(part: Mapping[str, Any]) -> str:
    """Return a part of a schema as a type."""
    if "$ref" in part:
        name: str = part["$ref"].rpartition("/")[2]
        return _NAMES.get(name, name)
    if "anyOf" in part:
        return " | ".join(_declared(one) for one in part["anyOf"])
    if "enum" in part:
        return " | ".join(json.dumps(one) for one in part["enum"])
    if part.get("type") == "array":
        if "prefixItems" in part:
            return f"[{', '.join(_declared(one) for one in part['prefixItems'])}]"
        return f"({_declared(part['items'])})[]"
    if part.get("type") == "object" and "properties" in part:
        needed = {*part.get("required", ()), "type"}
        return "{ " + "; ".join(
            f"{json.dumps(name)}{'' if name in needed else '?'}: {_declared(one)}"
            for name, one in part["properties"].items()
        ) + " }"  # fmt: skip
    if part.get("type") == "object":
        values = part.get("additionalProperties")
        return f"Record<string, {_declared(values) if isinstance(values, dict) else 'unknown'}>"
    return _PLAIN.get(part.get("type", ""), "any")


if __name__ == "__main__":
    print("\n".join(declarations()) if "--types" in sys.argv else json.dumps(schema(), indent=1))
