"""Starts a program that reads what strangers made – yt-dlp, ffmpeg – with nothing but what it needs, and becomes that program.

  python3 -I -S confine.py '<specification as JSON>' program argument…
  python3 -I -S confine.py --probe      what this machine and this user can enforce, as JSON; changes nothing

A specification (src/server/confinement/confinement.ts writes it):
  read, write   folders and files; whatever else is on the disk cannot be opened (Landlock)
  doorPort      the only TCP port of this machine it may connect to; null: it has no network at all (Landlock, seccomp)
  limits        cpuS, files, fileBytes, memoryBytes: each null or a number

It may start no process, take no connection, trace or signal nobody, gain no rights, and change nothing of other processes (limits, turns,
memory that is shared by a number) or of files beyond what it writes to them (modes, owners, times). Where we are root it runs as another
user (USER) – or, where that user cannot read the program, as root without any capability. What the system does not have is left out, and
said by `--probe`; what it has and refuses ends the start: half a confinement is none.
Standard library only, and none of `site`: this runs before each conversion, within some 15 ms.
"""
import ctypes
import errno
import json
import os
import platform
import resource
import struct
import sys

# A number nobody has: systemd leaves 60578 to 61183 free between its own ranges (systemd's UIDS-GIDS.md). Not `nobody`, whose
# processes are other people's.
USER = 61100
# Threads, of all programs of that user together, since the system counts them so: a converter has some three for each processor, a reader
# eight. Whoever has a user's own name shares the count with the rest of what that user runs, and is given none.
TASKS = 4096

libc = ctypes.CDLL(None, use_errno=True)
PR_SET_NO_NEW_PRIVS, PR_CAPBSET_DROP, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 24, 22, 2

# Landlock: uapi/linux/landlock.h. The numbers of its calls are the same on all architectures.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
BIND_TCP, CONNECT_TCP = 1, 2
RULE_PATH, RULE_PORT = 1, 2

# seccomp: per architecture the audit number (uapi/linux/audit.h) and the numbers of the calls (asm/unistd.h).
DENIED = (
    'ptrace process_vm_readv process_vm_writev kcmp pidfd_open pidfd_getfd bpf perf_event_open userfaultfd '
    # Of these Landlock knows signals from 6.12 on, truncating by a name from 6.2 on, and the others not at all: whoever is the same user may.
    'kill tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal setpriority ioprio_set migrate_pages move_pages '
    'truncate chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes futimesat utimensat file_setattr '
    'setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat '
    'shmget shmat shmctl semget semop semtimedop semctl msgget msgsnd msgrcv msgctl mq_open mq_unlink '
    'mount umount2 pivot_root chroot unshare setns fsopen fsmount fspick move_mount open_tree mount_setattr '
    'keyctl add_key request_key kexec_load kexec_file_load init_module finit_module delete_module reboot swapon swapoff acct '
    'settimeofday clock_settime adjtimex sethostname setdomainname quotactl syslog vhangup iopl ioperm '
    'open_by_handle_at name_to_handle_at io_uring_setup io_uring_enter io_uring_register bind listen accept accept4 fork vfork'
).split()
CALLS = {
    'x86_64': (0xC000003E, dict(
        ptrace=101, process_vm_readv=310, process_vm_writev=311, kcmp=312, pidfd_open=434, pidfd_getfd=438, kill=62, tkill=200,
        bpf=321, perf_event_open=298, userfaultfd=323, mount=165, umount2=166, pivot_root=155, chroot=161, unshare=272, setns=308,
        fsopen=430, fsmount=432, fspick=433, move_mount=429, open_tree=428, mount_setattr=442, keyctl=250, add_key=248,
        request_key=249, kexec_load=246, kexec_file_load=320, init_module=175, finit_module=313, delete_module=176, reboot=169,
        swapon=167, swapoff=168, acct=163, settimeofday=164, clock_settime=227, adjtimex=159, sethostname=170, setdomainname=171,
        quotactl=179, syslog=103, vhangup=153, iopl=172, ioperm=173, open_by_handle_at=304, name_to_handle_at=303,
        io_uring_setup=425, io_uring_enter=426, io_uring_register=427, bind=49, listen=50, accept=43, accept4=288, fork=57, vfork=58,
        rt_sigqueueinfo=129, rt_tgsigqueueinfo=297, pidfd_send_signal=424, setpriority=141, ioprio_set=251, migrate_pages=256,
        move_pages=279, truncate=76, chmod=90, fchmod=91, fchmodat=268, fchmodat2=452, chown=92, fchown=93, lchown=94, fchownat=260,
        utime=132, utimes=235, futimesat=261, utimensat=280, file_setattr=469, setxattr=188, lsetxattr=189, fsetxattr=190, setxattrat=463,
        removexattr=197, lremovexattr=198, fremovexattr=199, removexattrat=466, shmget=29, shmat=30, shmctl=31, semget=64, semop=65,
        semtimedop=220, semctl=66, msgget=68, msgsnd=69, msgrcv=70, msgctl=71, mq_open=240, mq_unlink=241,
        open=2, openat=257, openat2=437, socket=41, socketpair=53, sendto=44, sendmsg=46, sendmmsg=307, clone=56, clone3=435, fcntl=72,
        ioctl=16, tgkill=234, prlimit64=302, sched_setparam=142, sched_setscheduler=144, sched_setaffinity=203, sched_setattr=314,
    )),
    'aarch64': (0xC00000B7, dict(
        ptrace=117, process_vm_readv=270, process_vm_writev=271, kcmp=272, pidfd_open=434, pidfd_getfd=438, kill=129, tkill=130,
        bpf=280, perf_event_open=241, userfaultfd=282, mount=40, umount2=39, pivot_root=41, chroot=51, unshare=97, setns=268,
        fsopen=430, fsmount=432, fspick=433, move_mount=429, open_tree=428, mount_setattr=442, keyctl=219, add_key=217,
        request_key=218, kexec_load=104, kexec_file_load=294, init_module=105, finit_module=273, delete_module=106, reboot=142,
        swapon=224, swapoff=225, acct=89, settimeofday=170, clock_settime=112, adjtimex=171, sethostname=161, setdomainname=162,
        quotactl=60, syslog=116, vhangup=58, open_by_handle_at=265, name_to_handle_at=264,
        io_uring_setup=425, io_uring_enter=426, io_uring_register=427, bind=200, listen=201, accept=202, accept4=242,
        rt_sigqueueinfo=138, rt_tgsigqueueinfo=240, pidfd_send_signal=424, setpriority=140, ioprio_set=30, migrate_pages=238,
        move_pages=239, truncate=45, fchmod=52, fchmodat=53, fchmodat2=452, fchown=55, fchownat=54,
        utimensat=88, file_setattr=469, setxattr=5, lsetxattr=6, fsetxattr=7, setxattrat=463,
        removexattr=14, lremovexattr=15, fremovexattr=16, removexattrat=466, shmget=194, shmat=196, shmctl=195, semget=190, semop=193,
        semtimedop=192, semctl=191, msgget=186, msgsnd=189, msgrcv=188, msgctl=187, mq_open=180, mq_unlink=181,
        openat=56, openat2=437, socket=198, socketpair=199, sendto=206, sendmsg=211, sendmmsg=269, clone=220, clone3=435, fcntl=25,
        ioctl=29, tgkill=131, prlimit64=261, sched_setparam=118, sched_setscheduler=119, sched_setaffinity=122, sched_setattr=274,
    )),
}
LOAD, EQUAL, AT_LEAST, ANY_BIT, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW, KILL, REFUSE, UNKNOWN = 0x7FFF0000, 0x80000000, 0x00050000 | errno.EPERM, 0x00050000 | errno.ENOSYS
# Offsets in seccomp_data, of little-endian machines: the call's number, the architecture, the low half of the arguments.
NUMBER, ARCHITECTURE, FIRST, SECOND, THIRD, FOURTH = 0, 4, 16, 24, 32, 40
AF_INET, SOCK_STREAM, SOCK_TYPES, TCP = 2, 1, 0xF, 6
O_WRONLY, O_RDWR, O_ACCMODE, O_TRUNC = 1, 2, 3, 0o1000
# Sending that connects by itself (TCP Fast Open), which Landlock is not asked about.
MSG_FASTOPEN = 0x20000000
# Whom a descriptor's signals go to, by fcntl (F_SETOWN, F_SETOWN_EX) and by ioctl (FIOSETOWN, SIOCSPGRP); who else has to wait for a file
# (F_SETLEASE); a file's flags (FS_IOC_SETFLAGS and its 32-bit form, FS_IOC_FSSETXATTR), version (ext4's and everybody's) and seal for good
# (FS_IOC_ENABLE_VERITY), which need no right to write it.
REFUSED_COMMANDS = {
    'fcntl': (8, 15, 1024),
    'ioctl': (0x8901, 0x8902, 0x40086602, 0x40046602, 0x401C5820, 0x40086604, 0x40087602, 0x40806685),
}
# Of a process, which comes first among their arguments; 0 is the caller.
OF_A_PROCESS = ('prlimit64', 'sched_setparam', 'sched_setscheduler', 'sched_setaffinity', 'sched_setattr')
CLONE_THREAD = 0x00010000
# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
NAMESPACES = 0x7E020000
# The x32 calls of x86_64: the same calls under other numbers.
X32 = 0x40000000


def checked(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f'{what}: {os.strerror(number)}')
    return result


def landlock_version():
    """The newest Landlock interface the kernel has; 0 where it has none, or it is off."""
    if sys.platform != 'linux':
        return 0
    return max(0, libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(1)))


def landlock(version, specification):
    """A ruleset with all this kernel can refuse; what the specification names is allowed."""
    rights = (1 << {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)) - 1
    network = BIND_TCP | CONNECT_TCP if version >= 4 else 0
    # Abstract sockets and signals of processes that are not confined with it.
    scoped = 3 if version >= 6 else 0
    attributes = struct.pack('QQQ', rights, network, scoped)[:8 if version < 4 else 16 if version < 6 else 24]
    ruleset = checked(libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)), 'landlock')
    for paths, allowed in ((specification['read'], EXECUTE | READ_FILE | READ_DIR), (specification['write'], rights & ~EXECUTE)):
        for path in paths:
            allow(ruleset, path, allowed)
    for device in ('/dev/null', '/dev/zero', '/dev/urandom', '/dev/random'):
        allow(ruleset, device, READ_FILE | WRITE_FILE)
    if network and specification['doorPort']:
        rule = struct.pack('QQ', CONNECT_TCP, specification['doorPort'])
        checked(libc.syscall(ADD_RULE, ruleset, RULE_PORT, rule, ctypes.c_uint32(0)), 'landlock, the door')
    return ruleset


def allow(ruleset, path, rights):
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rights &= ~0 if os.path.isdir(path) else OF_FILES
        rule = struct.pack('=Qi', rights, opened)
        checked(libc.syscall(ADD_RULE, ruleset, RULE_PATH, rule, ctypes.c_uint32(0)), f'landlock, {path}')
    finally:
        os.close(opened)


def where(number, *judged):
    """Instructions for one call; they end with an answer."""
    return [(EQUAL, 0, len(judged), number), *judged]


def one_of(argument, values, answer, otherwise):
    """An answer by whether an argument is one of these values."""
    compared = [(EQUAL, len(values) - n, 0, value) for n, value in enumerate(values)]
    return [(LOAD, 0, 0, argument), *compared, (RETURN, 0, 0, otherwise), (RETURN, 0, 0, answer)]


def filter_of(machine, has_network):
    """The seccomp program: which calls there are not, and of the others, with what they may be called."""
    audit, numbers = CALLS[machine]
    program = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, audit), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    if machine == 'x86_64':
        program += [(AT_LEAST, 0, 1, X32), (RETURN, 0, 0, REFUSE)]
    for number in [numbers[name] for name in DENIED if name in numbers] + ([] if has_network else [numbers['socket']]):
        program += where(number, (RETURN, 0, 0, REFUSE))
    # The C library goes on with clone and openat, whose flags can be looked at.
    for name in ('clone3', 'openat2'):
        program += where(numbers[name], (RETURN, 0, 0, UNKNOWN))
    # Before 6.2, whoever opens a file to empty it and not to write is not asked for the right to write (O_ACCMODE: not for any).
    for name, flags in (('open', SECOND), ('openat', THIRD)):
        if name in numbers:
            program += where(
                numbers[name], (LOAD, 0, 0, flags), (ANY_BIT, 1, 0, O_TRUNC), (RETURN, 0, 0, ALLOW), (AND, 0, 0, O_ACCMODE),
                (EQUAL, 1, 0, O_WRONLY), (EQUAL, 0, 1, O_RDWR), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE),
            )
    # Threads, and nothing else.
    program += where(
        numbers['clone'], (LOAD, 0, 0, FIRST), (ANY_BIT, 1, 0, NAMESPACES), (ANY_BIT, 1, 0, CLONE_THREAD), (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    )
    # TCP by IPv4, which is how the door is reached: no datagrams, so no names that carry messages out, and no other kinds. Other protocols
    # are streams, too (MPTCP, SCTP, SMC), and connect to ports that Landlock keeps from TCP alone. Of a pair each end has the other; one for
    # datagrams could be sent from to anybody.
    stream = ((LOAD, 0, 0, SECOND), (AND, 0, 0, SOCK_TYPES), (EQUAL, 1, 0, SOCK_STREAM), (RETURN, 0, 0, REFUSE))
    program += where(
        numbers['socket'], (LOAD, 0, 0, FIRST), (EQUAL, 1, 0, AF_INET), (RETURN, 0, 0, REFUSE), *stream,
        *one_of(THIRD, (0, TCP), ALLOW, REFUSE),
    )
    program += where(numbers['socketpair'], *stream, (RETURN, 0, 0, ALLOW))
    for name, flags in (('sendto', FOURTH), ('sendmsg', THIRD), ('sendmmsg', FOURTH)):
        program += where(numbers[name], (LOAD, 0, 0, flags), (ANY_BIT, 0, 1, MSG_FASTOPEN), (RETURN, 0, 0, REFUSE), (RETURN, 0, 0, ALLOW))
    for name, commands in REFUSED_COMMANDS.items():
        program += where(numbers[name], *one_of(SECOND, commands, REFUSE, ALLOW))
    # Its own number stays what it is when it becomes the program, which starts no other. The C library ends itself (abort) by tgkill.
    program += where(numbers['tgkill'], *one_of(FIRST, (os.getpid(),), ALLOW, REFUSE))
    for name in OF_A_PROCESS:
        program += where(numbers[name], *one_of(FIRST, (0, os.getpid()), ALLOW, REFUSE))
    return program + [(RETURN, 0, 0, ALLOW)]


class Program(ctypes.Structure):
    _fields_ = [('length', ctypes.c_ushort), ('instructions', ctypes.c_char_p)]


def seccomp(machine, has_network):
    program = filter_of(machine, has_network)
    code = b''.join(struct.pack('HBBI', *instruction) for instruction in program)
    checked(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(Program(len(program), code)), 0, 0), 'seccomp')


def has_seccomp():
    """Whether filters can be set here: the call says EFAULT for a missing program only where it would take one."""
    if sys.platform != 'linux' or platform.machine() not in CALLS:
        return False
    libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, None, 0, 0)
    return ctypes.get_errno() == errno.EFAULT


def can_read(paths, user):
    """Whether that user could read all of these, asked of the kernel by being it for a moment."""
    os.setegid(user)
    os.seteuid(user)
    try:
        return all(os.access(path, os.R_OK, effective_ids=True) for path in paths if path)
    finally:
        os.seteuid(0)
        os.setegid(0)


def leave_root(specification, program):
    """Another user for good, who starts so many threads; or root without what makes it root. `write` is handed over to that user."""
    readable = can_read([*specification['needs'], *([program] if '/' in program else [])], USER)
    for path in specification['write'] if readable else []:
        os.chown(path, USER, USER)
    for capability in range(64):
        # Else a program started by root is given them all again.
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    if readable:
        set_limit(resource.RLIMIT_NPROC, TASKS)
        os.setgroups([])
        os.setresgid(USER, USER, USER)
        os.setresuid(USER, USER, USER)


def limit(limits):
    for kind, name in (
        (resource.RLIMIT_CPU, 'cpuS'), (resource.RLIMIT_NOFILE, 'files'), (resource.RLIMIT_FSIZE, 'fileBytes'),
        (resource.RLIMIT_AS, 'memoryBytes'),
    ):
        wanted = limits.get(name)
        if wanted is not None:
            set_limit(kind, wanted)
    set_limit(resource.RLIMIT_CORE, 0)


def set_limit(kind, wanted):
    hard = resource.getrlimit(kind)[1]
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(kind, (most, most))


def confine(specification, program):
    # The program may be Python itself, and what stands behind its name a link.
    own = [path for path in (sys.prefix, sys.base_prefix, os.path.dirname(os.path.realpath(sys.executable))) if path != '/']
    specification['read'] += own
    specification['needs'] += own
    version = landlock_version()
    ruleset = landlock(version, specification) if version else None
    if os.geteuid() == 0:
        leave_root(specification, program)
    limit(specification['limits'])
    if sys.platform != 'linux':
        return
    checked(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 'no_new_privs')
    if ruleset is not None:
        checked(libc.syscall(RESTRICT_SELF, ruleset, ctypes.c_uint32(0)), 'landlock')
        os.close(ruleset)
    if has_seccomp():
        seccomp(platform.machine(), specification['doorPort'] is not None)


def probe():
    """`otherUser`: null where we are not root, which cannot become anybody else."""
    needs = [path for path in sys.argv[2:] if path]
    return {
        'landlock': landlock_version(), 'seccomp': has_seccomp(),
        'otherUser': can_read(needs, USER) if os.geteuid() == 0 else None,
    }


if sys.argv[1] == '--probe':
    print(json.dumps(probe()))
else:
    confine(json.loads(sys.argv[1]), sys.argv[2])
    os.execvp(sys.argv[2], sys.argv[2:])
