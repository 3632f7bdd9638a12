"""The description of this server's interface, at ``GET /openapi.json``.

The request is described by the model that checks it, so the two cannot drift apart. Answers are
written down here and held against what the server really says by the tests.
"""

from __future__ import annotations

from typing import Any

from .validation import CompletionBody

Schema = dict[str, Any]

STRING: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}


def document() -> Schema:
    """The whole description, as OpenAPI 3.1 wants it."""
    body = CompletionBody.model_json_schema(ref_template="#/components/schemas/{model}")
    parts = body.pop("$defs", {})
    return {
        "openapi": "3.1.0",
        "info": {"title": "Reference serving system", "version": "1"},
        "paths": {
            "/v1/completions": {"post": _completions()},
            "/v1/models": {"get": _get("The models", _ref("ModelList"), 401)},
            "/v1/models/{name}": {
                "parameters": [{"name": "name", "in": "path", "required": True, "schema": STRING}],
                "get": _get("One model", _ref("Model"), 401, 404),
            },
            "/health": {"get": _open(_get("How busy it is", _ref("Health")), 503, _ref("Health"))},
            "/metrics": {"get": _open({"responses": {"200": _text("Prometheus' text format")}})},
            "/openapi.json": {"get": _open(_get("This document", {"type": "object"}))},
        },
        "security": [{"key": []}],
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": {**parts, "CompletionBody": body, **ANSWERS},
        },
    }


def _completions() -> Schema:
    answer = _json("The answer", _ref("Completion"))
    answer["content"]["text/event-stream"] = {"schema": STRING}  # when 'stream' is true
    refusals = (400, 401, 404, 408, 413, 429, 500, 503)
    return {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _ref("CompletionBody")}},
        },
        "responses": {"200": answer, **_errors(*refusals)},
    }


def _get(what: str, schema: Schema, *errors: int) -> Schema:
    return {"responses": {"200": _json(what, schema), **_errors(*errors)}}


def _open(operation: Schema, status: int | None = None, schema: Schema | None = None) -> Schema:
    """The same operation, for everyone; with one more answer."""
    more = {str(status): _json("Not now", schema)} if status and schema else {}
    return {"security": [], "responses": operation["responses"] | more}


def _errors(*statuses: int) -> Schema:
    return {str(status): _json("Why not", _ref("Error")) for status in statuses}


def _json(what: str, schema: Schema) -> Schema:
    return {"description": what, "content": {"application/json": {"schema": schema}}}


def _text(what: str) -> Schema:
    return {"description": what, "content": {"text/plain": {"schema": STRING}}}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(**properties: Schema) -> Schema:
    """An object with exactly these properties."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


MAYBE: Schema = {"type": ["string", "null"]}

ANSWERS = {
    "Error": _object(error=_object(message=STRING, type=STRING, param=MAYBE, code=MAYBE)),
    "Model": _object(id=STRING, object={"const": "model"}, created=COUNT, owned_by=STRING),
    "ModelList": _object(
        object={"const": "list"}, data={"type": "array", "items": _ref("Model"), "minItems": 1}
    ),
    "Health": _object(status=STRING, waiting=COUNT, running=COUNT, free_slots=COUNT),
    "Completion": _object(
        id=STRING,
        object={"const": "text_completion"},
        created=COUNT,
        model=STRING,
        choices={
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": _object(
                text=STRING,
                index={"const": 0},
                logprobs={"type": "null"},
                finish_reason={"enum": ["stop", "length"]},
            ),
        },
        usage=_object(prompt_tokens=COUNT, completion_tokens=COUNT, total_tokens=COUNT),
    ),
}
