import { LRUCache } from 'lru-cache';
import { layOut, type FileLayout, type Piece } from '../../src/server/transfer/layout/layout.ts';
import { serveLayout } from '../../src/server/transfer/layout/serve-layout.ts';
import type { BufferPool } from '../../src/server/transfer/reading/buffer-pool.ts';
import { openRemoteFile, type RemoteFile } from '../../src/server/transfer/reading/remote-file.ts';
import { TransferError } from '../../src/server/transfer/transfer-error.ts';
import type { Chance } from '../../src/server/transfer/fixtures/chance.ts';
import type { SoakFile, SoakUpstream } from './soak-upstream.ts';

/** How a download ended, in a word or two; what must not happen is in capitals. */
type Outcome = { verdict: string; bytes: number; leftAfterMs?: number };

type Downloads = {
  /** Downloads something, and judges it. */
  run(visit: number): Promise<Outcome>;
};

const TIMEOUTS = { idleTimeoutMs: 400, backoffMs: 2, maxBackoffMs: 20 };
/** Opened files that later downloads read as well. */
const MAX_SHARED = 6;
const SHARE_UP_TO = 12;
const WATCHDOG_MS = 60_000;

class Left extends Error {}

/** Downloads from one upstream through one budget: whole files and ranges, of one file or two, some for visitors who are slow or leave. */
export function createDownloads(upstream: SoakUpstream, bufferPool: BufferPool, chance: Chance): Downloads {
  const shared = new LRUCache<string, { file: RemoteFile; uses: number }>({ max: MAX_SHARED });
  const ports = { egress: upstream.egress, renew: upstream.renew, timeouts: TIMEOUTS };

  async function open({ path }: SoakFile, visit: number, isAlone: boolean, signal: AbortSignal): Promise<RemoteFile> {
    const known = isAlone ? undefined : shared.get(path);
    if (known) {
      known.uses++;
      if (known.uses > SHARE_UP_TO) shared.delete(path);
      return known.file;
    }
    const at = chance.below(3) === 0 ? chance.below(40_000) : 0;
    const file = await openRemoteFile(ports, upstream.link(path, visit), { at, signal });
    if (!isAlone) shared.set(path, { file, uses: 0 });
    return file;
  }

  async function download(visit: number, visitor: AbortController, leaves: boolean): Promise<number> {
    const { signal } = visitor;
    const parts = Array.from(
      { length: 1 + chance.below(2) },
      () => upstream.files[chance.below(upstream.files.length)],
    );
    const files = parts.filter((part) => part !== undefined);
    const layout = files.length === 1 ? copyOf(files) : interleaved(files, chance);
    const start = chance.below(3) === 0 ? chance.below(layout.totalBytes) : 0;
    const end = chance.below(3) === 0 ? start + chance.below(layout.totalBytes - start) : layout.totalBytes - 1;
    const leaveAt = leaves ? start + chance.below(end + 1 - start) : Infinity;
    const isSlow = chance.below(8) === 0;
    const opened = await Promise.all(files.map((file) => open(file, visit, leaves, signal)));
    const inputs = opened.map((file, group) => ({ file, group }));
    const expected = (await expectedOf(layout, files)).subarray(start, end + 1);
    let sent = 0;
    await serveLayout(layout, inputs, { start, end, bufferPool, signal }, (bytes) => {
      if (!expected.subarray(sent, sent + bytes.length).equals(bytes)) throw new Error(`WRONG BYTES at ${sent}`);
      sent += bytes.length;
      if (start + sent > leaveAt) visitor.abort(new Left());
      return isSlow ? new Promise<void>((resolve) => setImmediate(resolve)) : undefined;
    });
    if (sent !== expected.length) throw new Error('TRUNCATED');
    return sent;
  }

  /** How long the upstream is read after a visitor has left, less what the process was busy with otherwise. */
  async function whenLeft(visit: number): Promise<number> {
    const leftAt = performance.now();
    const isRead = () => [...upstream.underWay].some(({ path }) => path.includes(`?visit=${visit}&`));
    let longestTurnMs = 0;
    for (let turnAt = leftAt; isRead(); turnAt = performance.now()) {
      await new Promise(setImmediate);
      longestTurnMs = Math.max(longestTurnMs, performance.now() - turnAt);
    }
    return performance.now() - leftAt - longestTurnMs;
  }

  return {
    async run(visit) {
      const visitor = new AbortController();
      const leaves = chance.below(12) === 0;
      let leaving: Promise<number> | undefined;
      if (leaves) visitor.signal.addEventListener('abort', () => (leaving = whenLeft(visit)), { once: true });
      const hanging = Promise.withResolvers<never>();
      const watchdog = setTimeout(() => hanging.reject(new Error('HANGING')), WATCHDOG_MS);
      try {
        const bytes = await Promise.race([download(visit, visitor, leaves), hanging.promise]);
        return { verdict: 'whole', bytes };
      } catch (error) {
        if (visitor.signal.reason instanceof Left && leaving)
          return { verdict: 'visitor left', bytes: 0, leftAfterMs: await Promise.race([leaving, hanging.promise]) };
        return { verdict: verdictOf(error), bytes: 0 };
      } finally {
        clearTimeout(watchdog);
        visitor.abort();
      }
    },
  };
}

function verdictOf(error: unknown): string {
  if (error instanceof TransferError && error.failure.code !== 'internal' && error.failure.code !== 'cancelled')
    return `failed: ${error.failure.code}`;
  return error instanceof Error && /^[A-Z ]{5,}/.test(error.message) ? error.message : `UNCLEAR: ${String(error)}`;
}

function copyOf(files: readonly SoakFile[]): FileLayout {
  return layOut(
    'video/mp4',
    files.map(({ bytes }, input) => ({ kind: 'copy', input, offset: 0, length: bytes.length })),
  );
}

/** Two files in turns as a merged one has them, behind a head and before a tail that are made. */
function interleaved(files: readonly SoakFile[], chance: Chance): FileLayout {
  const made = chance.bytes(1 + chance.below(20_000));
  const pieces: Piece[] = [{ kind: 'bytes', length: made.length, bytes: made }];
  const read = files.map(() => 0);
  for (let turn = 0; files.some(({ bytes }, n) => (read[n] ?? 0) < bytes.length); turn++) {
    const input = turn % files.length;
    const offset = read[input] ?? 0;
    const length = Math.min(1 + chance.below(300_000), (files[input]?.bytes.length ?? 0) - offset);
    if (chance.below(8) === 0) pieces.push({ kind: 'rewritten', input, offset, length, rewrite: invert });
    else pieces.push({ kind: 'copy', input, offset, length });
    read[input] = offset + length;
  }
  pieces.push({ kind: 'made', length: made.length, make: () => Promise.resolve(made) });
  return layOut('video/mp4', pieces);
}

function invert(bytes: Buffer): void {
  for (let n = 0; n < bytes.length; n++) bytes[n] = ~(bytes[n] ?? 0);
}

async function expectedOf(layout: FileLayout, files: readonly SoakFile[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const piece of layout.pieces) {
    if (piece.kind === 'bytes') parts.push(piece.bytes);
    else if (piece.kind === 'made') parts.push(await piece.make(new AbortController().signal));
    else {
      const { bytes } = files[piece.input] ?? { bytes: Buffer.alloc(0) };
      const part = Buffer.from(bytes.subarray(piece.offset, piece.offset + piece.length));
      if (piece.kind === 'rewritten') piece.rewrite(part);
      parts.push(part);
    }
  }
  return Buffer.concat(parts);
}
