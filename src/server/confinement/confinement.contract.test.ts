import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONFINE_FILE, createConfine, type Confines } from './confinement.ts';

/** Debian's own, which every user can read; set-ups may use another that root alone can. */
const PYTHON = '/usr/bin/python3';
const LIMITS = { cpuS: 60, files: 64, fileBytes: 1024 ** 2 };
/** Of confine.py. */
const USER = 61_100;
const TASKS = 4096;
const isRoot = process.getuid?.() === 0;
/** Of a kernel without Landlock's network rules (Linux 6.7) or seccomp, what it could refuse cannot be asked for. */
const { landlock, seccomp } = JSON.parse(
  execFileSync(PYTHON, ['-I', '-S', CONFINE_FILE, '--probe'], { encoding: 'utf8' }),
);

/** Of a process that cannot be (PID_MAX_LIMIT): a kernel that is asked says ESRCH, whoever asks. */
const NOBODY = 2 ** 22;
/** `MSG_FASTOPEN`: to connect by sending. */
const FAST_OPEN = 0x20000000;
/** Numbers of system calls that Python has no function for (asm/unistd.h). */
const CALLS =
  process.arch === 'arm64'
    ? {
        sendmmsg: 269,
        tgkill: 131,
        rt_sigqueueinfo: 138,
        rt_tgsigqueueinfo: 240,
        pidfd_send_signal: 424,
        ioprio_set: 30,
        shmget: 194,
      }
    : {
        sendmmsg: 307,
        tgkill: 234,
        rt_sigqueueinfo: 129,
        rt_tgsigqueueinfo: 297,
        pidfd_send_signal: 424,
        ioprio_set: 251,
        shmget: 29,
      };

let folder: string;
let door: Server;
let other: Server;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'confined-'));
  chmodSync(folder, 0o755);
  for (const name of ['given', 'own', 'elsewhere']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'file'), 'content');
  }
  [door, other] = [createServer((socket) => socket.end()), createHttpServer()];
  for (const server of [door, other]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterAll(() => {
  door.close();
  other.close();
  rmSync(folder, { recursive: true });
});

/** Runs Python lines confined; each named attempt gives `ok` or the name of the error it met. */
async function attempt(attempts: Record<string, string>, confines: Partial<Confines> = {}) {
  const script = `
import ctypes, errno, fcntl, json, os, resource, signal, socket, struct, sys, threading
found = {}
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    if libc.syscall(ctypes.c_long(number), *(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)) < 0:
        raise OSError(ctypes.get_errno(), '')
def attempt(name, code):
    try:
        found[name] = eval(code) or 'ok'
    except OSError as e:
        found[name] = errno.errorcode[e.errno]
def start_threads(most):
    stop = threading.Event()
    started = 0
    try:
        while started < most:
            threading.Thread(target=stop.wait, daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    stop.set()
    return started
for name, code in json.loads(sys.argv[1]).items():
    attempt(name, code)
print(json.dumps(found, default=lambda _: 'ok'))
`;
  const { program, args } = createConfine(PYTHON)(
    { program: PYTHON, args: ['-c', script, JSON.stringify(attempts)] },
    {
      read: [join(folder, 'given')],
      write: [join(folder, 'own')],
      doorPort: portOf(door),
      limits: LIMITS,
      ...confines,
    },
  );
  const { stdout } = await promisify(execFile)(program, args, {
    cwd: join(folder, 'own'),
    env: { PATH: '/usr/bin:/bin' },
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

const path = (...names: string[]) => JSON.stringify(join(folder, ...names));
const connection = (port: number) => `socket.create_connection(('127.0.0.1', ${port})).close()`;

describe.runIf(landlock >= 4 && seccomp)('a confined program, on a kernel that can confine', () => {
  test('reads what it was given and writes to its own folder, and nothing else of the disk', async () => {
    const found = await attempt({
      given: `open(${path('given', 'file')}).read()`,
      ownFolder: `open(${path('own', 'new')}, 'w').close()`,
      elsewhere: `open(${path('elsewhere', 'file')}).read()`,
      list: `os.listdir(${path('elsewhere')})`,
      home: `os.listdir('/root')`,
      passwords: `open('/etc/shadow').read()`,
      users: `open('/etc/passwd').read()`,
      processes: `open('/proc/1/environ').read()`,
      overGiven: `open(${path('given', 'file')}, 'w')`,
      remove: `os.remove(${path('given', 'file')})`,
      replace: `os.rename(${path('given', 'file')}, ${path('own', 'taken')})`,
      link: `os.symlink('/etc/shadow', ${path('elsewhere', 'link')})`,
      shared: `open('/tmp/left-behind', 'w')`,
    });
    expect(found).toEqual({
      given: 'content',
      ownFolder: 'ok',
      elsewhere: 'EACCES',
      list: 'EACCES',
      home: 'EACCES',
      passwords: 'EACCES',
      users: 'EACCES',
      processes: 'EACCES',
      overGiven: 'EACCES',
      remove: 'EACCES',
      replace: expect.stringMatching(/EACCES|EXDEV/),
      link: 'EACCES',
      shared: 'EACCES',
    });
  });

  test('reaches the door, and no other port, address family or kind of socket', async () => {
    const [doorAddress, otherAddress] = [door, other].map((server) => `('127.0.0.1', ${portOf(server)})`);
    const found = await attempt({
      door: connection(portOf(door)),
      other: connection(portOf(other)),
      datagrams: `socket.socket(socket.AF_INET, socket.SOCK_DGRAM)`,
      raw: `socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)`,
      six: `socket.socket(socket.AF_INET6, socket.SOCK_STREAM)`,
      local: `socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)`,
      kernel: `socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)`,
      listens: `socket.socket().bind(('127.0.0.1', 0))`,
      tcp: `socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP).close()`,
      multipath: `socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262)`,
      sctp: `socket.socket(socket.AF_INET, socket.SOCK_STREAM, 132)`,
      smc: `socket.socket(socket.AF_INET, socket.SOCK_STREAM, 256)`,
      sendTo: `socket.socket().sendto(b'x', ${FAST_OPEN}, ${otherAddress})`,
      sendMessage: `socket.socket().sendmsg([b'x'], [], ${FAST_OPEN}, ${otherAddress})`,
      sendMessages: `call(${CALLS.sendmmsg}, socket.socket().fileno(), None, 0, ${FAST_OPEN})`,
      send: `(lambda s: (s.connect(${doorAddress}), s.sendall(b'x'), s.sendmsg([b'x'])) and None)(socket.socket())`,
      pair: `[each.close() for each in socket.socketpair()] and None`,
      pairOfDatagrams: `socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)`,
    });
    expect(found).toEqual({
      door: 'ok',
      other: 'EACCES',
      datagrams: 'EPERM',
      raw: 'EPERM',
      six: 'EPERM',
      local: 'EPERM',
      kernel: 'EPERM',
      listens: 'EPERM',
      tcp: 'ok',
      multipath: 'EPERM',
      sctp: 'EPERM',
      smc: 'EPERM',
      sendTo: 'EPERM',
      sendMessage: 'EPERM',
      sendMessages: 'EPERM',
      send: 'ok',
      pair: 'ok',
      pairOfDatagrams: 'EPERM',
    });
  });

  test('has no network at all where it is given no door', async () => {
    const found = await attempt({ tcp: `socket.socket()`, door: connection(portOf(door)) }, { doorPort: null });
    expect(found).toEqual({ tcp: 'EPERM', door: 'EPERM' });
  });

  test('starts threads, and no process; signals nobody and gains no rights', async () => {
    const found = await attempt(
      {
        thread: `threading.Thread(target=print, args=('', ), kwargs={'end': ''}).start()`,
        fork: `os.fork()`,
        spawn: `os.posix_spawn('/bin/true', ['true'], {})`,
        signal: `os.kill(${process.pid}, 0)`,
        user: `os.setuid(0) if os.getuid() else 'EPERM'`,
        namespace: `os.unshare(0x10000000) if hasattr(os, 'unshare') else 'EPERM'`,
        rights: `[line.split()[1] for line in open('/proc/self/status') if line.startswith(('CapEff', 'CapBnd', 'NoNewPrivs'))]`,
      },
      { read: [join(folder, 'given'), '/proc'] },
    );
    expect(found).toEqual({
      thread: 'ok',
      fork: 'EPERM',
      spawn: 'EPERM',
      signal: 'EPERM',
      user: 'EPERM',
      namespace: 'EPERM',
      rights: ['0000000000000000', expect.stringMatching(isRoot ? /^0+$/ : /^\w+$/), '1'],
    });
  });

  test('changes nothing of other processes, whoever they belong to, and of itself what it likes', async () => {
    const found = await attempt({
      thread: `call(${CALLS.tgkill}, ${NOBODY}, ${NOBODY}, 0)`,
      queued: `call(${CALLS.rt_sigqueueinfo}, ${NOBODY}, 0, None)`,
      queuedThread: `call(${CALLS.rt_tgsigqueueinfo}, ${NOBODY}, ${NOBODY}, 0, None)`,
      byDescriptor: `call(${CALLS.pidfd_send_signal}, -1, 0, None, 0)`,
      whenReady: `fcntl.fcntl(0, fcntl.F_SETOWN, ${process.pid})`,
      whenReadyThread: `fcntl.fcntl(0, 15, struct.pack('ii', 1, ${process.pid}))`,
      whenReadySocket: `fcntl.ioctl(socket.socket().fileno(), 0x8901, struct.pack('i', ${process.pid}))`,
      whenReadyGroup: `fcntl.ioctl(socket.socket().fileno(), 0x8902, struct.pack('i', ${process.pid}))`,
      limits: `resource.prlimit(${NOBODY}, resource.RLIMIT_CORE)`,
      setLimits: `resource.prlimit(${NOBODY}, resource.RLIMIT_CORE, (0, 0))`,
      nice: `os.setpriority(os.PRIO_USER, 0, 19)`,
      disk: `call(${CALLS.ioprio_set}, 1, ${NOBODY}, 3 << 13)`,
      processors: `os.sched_setaffinity(${NOBODY}, {0})`,
      turns: `os.sched_setscheduler(${NOBODY}, os.SCHED_IDLE, os.sched_param(0))`,
      turnsNow: `os.sched_setparam(${NOBODY}, os.sched_param(0))`,
      shared: `call(${CALLS.shmget}, 0, 4096, 0o600)`,
      own: `call(${CALLS.tgkill}, os.getpid(), os.getpid(), 0) or resource.prlimit(os.getpid(), resource.RLIMIT_CORE, (0, 0)) and None`,
      ownProcessors: `os.sched_setaffinity(0, os.sched_getaffinity(0))`,
      flags: `fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL)) or None`,
    });
    const { own, ownProcessors, flags, ...others } = found;
    expect([own, ownProcessors, flags]).toEqual(['ok', 'ok', 'ok']);
    expect(new Set(Object.values(others)), JSON.stringify(others)).toEqual(new Set(['EPERM']));
  });

  test('changes nothing of files that it may not write, nor whose they are', async () => {
    const file = path('elsewhere', 'file');
    const before = statSync(join(folder, 'elsewhere', 'file'));
    const found = await attempt({
      empty: `os.truncate(${file}, 0)`,
      emptyByReading: `os.open(${file}, os.O_RDONLY | os.O_TRUNC)`,
      emptyByNothing: `os.open(${file}, os.O_ACCMODE | os.O_TRUNC)`,
      mode: `os.chmod(${path('elsewhere')}, 0o777)`,
      ownMode: `os.chmod(${path('own')}, 0o777)`,
      openMode: `os.fchmod(os.open(${path('given', 'file')}, os.O_RDONLY), 0o777)`,
      owner: `os.chown(${file}, os.getuid(), os.getgid())`,
      linkOwner: `os.lchown(${file}, os.getuid(), os.getgid())`,
      times: `os.utime(${file}, (0, 0))`,
      attribute: `os.setxattr(${file}, 'user.a', b'x')`,
      noAttribute: `os.removexattr(${file}, 'user.a')`,
      flags: `fcntl.ioctl(os.open(${path('given', 'file')}, os.O_RDONLY), 0x40086602, bytes(8))`,
      lease: `fcntl.fcntl(os.open(${path('given', 'file')}, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_WRLCK)`,
    });
    expect(new Set(Object.values(found)), JSON.stringify(found)).toEqual(new Set(['EPERM']));
    expect(statSync(join(folder, 'elsewhere', 'file'))).toEqual(before);
  });

  test('ends itself as the C library does, by a signal to its own thread', async () => {
    await expect(attempt({ abort: `os.abort()` })).rejects.toMatchObject({ signal: 'SIGABRT' });
  });

  test('does not start half confined', async () => {
    const broken = [
      CONFINE_FILE,
      JSON.stringify({ read: [], needs: [], write: [], doorPort: null }),
      '/bin/echo',
      'here',
    ];
    await expect(promisify(execFile)(PYTHON, broken)).rejects.toMatchObject({ stdout: '' });
  });
});

describe('a confined program, on any kernel', () => {
  test('keeps to its limits', async () => {
    const limits = `{name: resource.getrlimit(getattr(resource, 'RLIMIT_' + name)) for name in ('CPU', 'NOFILE', 'FSIZE', 'AS', 'CORE')}`;
    const found = await attempt(
      { limits, tooLong: `open(${path('own', 'long')}, 'wb').write(bytes(2 << 20))` },
      { limits: { ...LIMITS, memoryBytes: 1024 ** 3 } },
    );
    expect(found).toEqual({
      limits: { CPU: [60, 60], NOFILE: [64, 64], FSIZE: [2 ** 20, 2 ** 20], AS: [2 ** 30, 2 ** 30], CORE: [0, 0] },
      tooLong: 'EFBIG',
    });
  });

  test('is ended when it has used up its processor time', async () => {
    const loop = { cpu: `[0 for _ in iter(int, 1)]` };
    await expect(attempt(loop, { limits: { ...LIMITS, cpuS: 1 } })).rejects.toMatchObject({
      signal: expect.stringMatching(/SIGXCPU|SIGKILL/),
    });
  });

  test.runIf(isRoot)('starts only so many threads as a user of its own', async () => {
    const { started } = await attempt({ started: `start_threads(${2 * TASKS})` });
    expect(started).toBeGreaterThan(1);
    expect(started).toBeLessThan(TASKS);
  });

  test('runs as a user of its own who owns the folder it writes to, where we may become another', async () => {
    const found = await attempt({
      ids: `[*os.getresuid(), *os.getresgid(), *os.getgroups()]`,
      made: `os.mkdir('mine')`,
    });
    const [uid, gid] = isRoot ? [USER, USER] : [process.getuid?.(), process.getgid?.()];
    expect(found['ids']).toEqual(expect.arrayContaining([uid, gid]));
    expect(found['made']).toBe('ok');
  });

  test('stays who we are, without what makes root root, where another user could not read what it needs', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    writeFileSync(join(closed, 'file'), 'content');
    const found = await attempt(
      {
        ids: `list(os.getresuid())`,
        needed: `open(${path('closed', 'file')}).read()`,
        chown: `os.chown(${path('own')}, 1, 1)`,
      },
      { read: [closed] },
    );
    const uid = process.getuid?.();
    expect(found).toEqual({ ids: [uid, uid, uid], needed: 'content', chown: 'EPERM' });
  });
});
