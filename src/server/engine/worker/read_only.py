"""Gives up writing for good, so that what runs in this process from then on leaves nothing behind for the next.

The limit of a file's size ends writing, and making files longer. It does not end what needs neither: writing into a file's pages by a
shared mapping, giving it another name, removing it. So the system refuses to open anything for writing, and to make, rename or remove
anything, where it can (Landlock): beside whatever this process was refused before, as confine.py does.
"""
import ctypes
import os
import resource
import signal
import struct
import sys

# uapi/linux/prctl.h. Landlock takes nothing from who could gain rights by another program.
PR_SET_NO_NEW_PRIVS = 38
# uapi/linux/landlock.h; the numbers of its calls are the same on all architectures.
CREATE_RULESET, RESTRICT_SELF = 444, 446
WRITE_FILE, REFER, TRUNCATE = 1 << 1, 1 << 13, 1 << 14
# REMOVE_DIR, REMOVE_FILE, and MAKE_ of all seven kinds.
MAKE_AND_REMOVE = 0x1FF0


def give_up_writing():
    """For this thread and all that it starts: there may be no other yet. Raises OSError where the system could and does not."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    if sys.platform != 'linux':
        return
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    if version < 1:
        return
    refused = WRITE_FILE | MAKE_AND_REMOVE | (REFER if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0)
    ruleset = libc.syscall(CREATE_RULESET, struct.pack('Q', refused), ctypes.c_size_t(8), ctypes.c_uint32(0))
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if ruleset < 0 or libc.syscall(RESTRICT_SELF, ruleset, ctypes.c_uint32(0)) < 0:
        number = ctypes.get_errno()
        raise OSError(number, f'landlock: {os.strerror(number)}')
    os.close(ruleset)
