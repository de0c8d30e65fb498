"""Lines of a pipe, and signals that may end the wait for one and never leave half a line behind.

A signal's handler that raises may do so between any two steps of Python: in a read whose bytes nobody has taken yet, or in half a write.
So what must happen as a whole happens in `whole()`, which a handler asks by `put_off`.
"""
import contextlib
import os
import select

_inside = 0
_put_off = None


def put_off(handle):
    """Whether a signal comes at a bad moment; then `handle` is called as soon as that is over."""
    global _put_off
    if _inside:
        _put_off = handle
    return bool(_inside)


@contextlib.contextmanager
def whole():
    global _inside, _put_off
    _inside += 1
    try:
        yield
    finally:
        _inside -= 1
        handle, _put_off = _put_off, None
        if handle:
            handle()


class Lines:
    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.bytes = bytearray()
        self.seen = 0

    def next(self):
        """The next line as bytes; None at the end of the pipe. A handler may raise while it waits."""
        while True:
            with whole():
                end = self.bytes.find(b'\n', self.seen)
                self.seen = 0 if end >= 0 else len(self.bytes)
                if end >= 0:
                    line = bytes(self.bytes[:end])
                    del self.bytes[:end + 1]
                    return line
            select.select([self.descriptor], [], [])
            with whole():
                part = os.read(self.descriptor, 1 << 16)
                if not part:
                    return None
                self.bytes += part
