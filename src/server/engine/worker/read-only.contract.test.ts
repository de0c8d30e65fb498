import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONFINE_FILE } from '#/server/confinement/confinement.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { startWorker } from './process.ts';

const { python, extractorPath, cacheDir } = localExtractor();
const { landlock } = JSON.parse(execFileSync(python, ['-I', '-S', CONFINE_FILE, '--probe'], { encoding: 'utf8' })) as {
  landlock: number;
};

/** What runs in a worker from its first job on, as an answer's code would; each attempt gives `ok` or the name of its error. */
const TAKEN_OVER = `
import errno, json, mmap, os, socket

def attempt(do):
    try:
        do()
        return 'ok'
    except OSError as e:
        return errno.errorcode[e.errno]

def write_pages(path):
    with mmap.mmap(os.open(path, os.O_RDWR), 0) as pages:
        pages[:4] = b'code'

def taken_over(*_):
    compiled = next(os.path.join(folder, name) for folder, _, names in os.walk('pycache') for name in names)
    raise OSError(json.dumps({
        'read': attempt(lambda: os.open(compiled, os.O_RDONLY)),
        'pages': attempt(lambda: write_pages(compiled)),
        'shorter': attempt(lambda: os.open(compiled, os.O_WRONLY | os.O_TRUNC)),
        'new': attempt(lambda: os.open('new', os.O_WRONLY | os.O_CREAT)),
        'folder': attempt(lambda: os.mkdir('folder')),
        'link': attempt(lambda: os.symlink('/tmp', 'link')),
        'name': attempt(lambda: os.rename(compiled, compiled + '.moved')),
        'gone': attempt(lambda: os.unlink(compiled)),
    }))

socket.getaddrinfo = taken_over
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-taken-over-'));
  chmodSync(folder, 0o755);
  if (extractorPath) cpSync(extractorPath, folder, { recursive: true });
  // Python runs it when it starts.
  writeFileSync(join(folder, 'sitecustomize.py'), TAKEN_OVER);
});
afterEach(() => rmSync(folder, { recursive: true }));

test.runIf(landlock > 0)('a worker that an answer has taken over leaves nothing for the next', async () => {
  const worker = startWorker({ python, extractorPath: folder, cacheDir, proxyUrl: 'http://127.0.0.1:9' });
  try {
    await worker.ready;
    // What it gives up it gives up for this thread, and those that come of it.
    expect(readdirSync(`/proc/${worker.pid}/task`)).toEqual([String(worker.pid)]);
    const outcome = await worker.run({
      url: 'https://x.com/i/status/1800000000000000001',
      deadlineMs: 60_000,
      extractorArgs: {},
    });
    const said = 'error' in outcome && 'message' in outcome.error ? String(outcome.error.message) : '';
    expect(JSON.parse(/\{.*?\}/.exec(said)?.[0] ?? 'null'), JSON.stringify(outcome)).toEqual({
      read: 'ok',
      pages: 'EACCES',
      shorter: 'EACCES',
      new: 'EACCES',
      folder: 'EACCES',
      link: 'EACCES',
      name: 'EACCES',
      gone: 'EACCES',
    });
  } finally {
    worker.kill();
    await worker.exited;
  }
});

test.runIf(landlock > 0)('who may little gives up writing, too, and a program that was started by nobody else', () => {
  const script = `
import os, sys
sys.path.insert(0, ${JSON.stringify(import.meta.dirname)})
import read_only
if os.getuid() == 0:
    os.setresuid(65534, 65534, 65534)
read_only.give_up_writing()
try:
    os.mkdir(${JSON.stringify(join(tmpdir(), 'clipferry-never-made'))})
except PermissionError:
    print('refused')
`;
  expect(execFileSync(python, ['-B', '-c', script], { encoding: 'utf8' })).toBe('refused\n');
});
