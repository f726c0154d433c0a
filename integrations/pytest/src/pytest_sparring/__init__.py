"""Fixtures that test HTTP clients with a Sparring server."""

from .scope import Request, Rule, Sparring, Step
from .server import SparringError

__all__ = ["Request", "Rule", "Sparring", "SparringError", "Step"]
