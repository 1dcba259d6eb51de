"""What is a value? Named tuples, at a fifth of the price of importing ``typing``.

``typing`` takes longer to import than everything else in this package together, and a Pi Zero
takes ten times as long as a desktop. So nothing here imports it but the type checker: modules
write ``from __future__ import annotations`` and take what they need from here.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any, NamedTuple, Protocol

else:

    class _Make(type):
        """Turns the annotations of a class into the fields of a named tuple."""

        def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, namespace)
            fields = list(namespace.pop("__annotations__", ()))
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            made = namedtuple(name, fields, defaults=defaults)  # noqa: PYI024
            for key, value in namespace.items():
                setattr(made, key, value)
            return made

    class NamedTuple(metaclass=_Make):
        """A tuple with named fields, as ``typing.NamedTuple`` writes them."""

    class Protocol:
        """A class that only says what others should have."""


__all__ = ["NamedTuple", "Protocol"]
