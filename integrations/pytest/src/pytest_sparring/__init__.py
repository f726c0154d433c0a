"""Fixtures that test HTTP clients with a Sparring server."""

from .scope import Headers, Request, Rule, Sparring, Step
from .server import SparringError

__all__ = ["Headers", "Request", "Rule", "Sparring", "SparringError", "Step"]
