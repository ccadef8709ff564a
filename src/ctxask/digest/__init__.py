"""Makes the answer from node results: a pure function of rows, budget and cursor."""

from ctxask.digest.compose import build
from ctxask.digest.model import Digest, Meta

__all__ = ["Digest", "Meta", "build"]
