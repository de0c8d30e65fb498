import type { Input } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { memoryFile, memoryInput } from '../../src/server/transfer/fixtures/memory-input.ts';
import { parse } from '../../src/server/transfer/fixtures/parsers.ts';
import type { FileLayout } from '../../src/server/transfer/layout/layout.ts';
import { serveLayout } from '../../src/server/transfer/layout/serve-layout.ts';
import type { Heads } from '../../src/server/transfer/parsing/heads.ts';
import { planFromHeads } from '../../src/server/transfer/parsing/plan-from-heads.ts';
import { createBufferPool } from '../../src/server/transfer/reading/buffer-pool.ts';

const FOREVER = new AbortController().signal;
const CUT = { startS: 0.5, endS: 1.5 };
/** What a visitor gets of a film before others have their turn: a chunk. Small files can be laid out as large ones. */
const MOST_SERVED_BYTES = 1024 * 1024;
const MEMORY = createBufferPool(64 * 1024 * 1024);
const TAGS = { title: '', author: null, link: '', date: null, cover: null, chapters: [] };
const OPTIONS = {
  tags: TAGS,
  contentType: 'video/mp4',
  language: null,
  framesPerSecond: null,
  wanted: ['video' as const],
};

/**
 * By head threads what they read, and by this one what the server reads on the thread that answers everybody: what is short, and what of
 * a film is changed while it is served. Of a film that is the bytes it begins with; of all else, whatever comes out. `way`: odd numbers
 * are for films to be played, and for clips of WebM, all of whose fragments and clusters are changed.
 */
export async function readAsServed(heads: Pick<Heads, 'run'>, { parser, way, bytes }: Input): Promise<unknown> {
  const text = () => bytes.toString();
  const isChanged = way % 2 === 1;
  switch (parser) {
    case 'mp4': {
      const options = { ...OPTIONS, isForPlaying: isChanged };
      const plan = await heads.run('mp4', [memoryInput(bytes)], { options, cut: null }, FOREVER);
      return serve(planFromHeads(plan, [memoryInput(bytes)], heads).layout, bytes);
    }
    case 'webm': {
      const order = { tags: [], about: {}, cut: isChanged ? CUT : null };
      const plan = await heads.run('webm', [memoryInput(bytes)], order, FOREVER);
      return serve(planFromHeads(plan, [memoryInput(bytes)], heads).layout, bytes);
    }
    case 'hls-media':
    case 'dash': {
      const order = { text: text(), url: 'https://h.example/', dash: parser === 'dash' ? 'v' : null };
      return heads.run('playlist', [], order, FOREVER);
    }
    case 'vtt':
    case 'srt':
    case 'ttml':
    case 'srv3':
    case 'json3':
      return heads.run('cues', [], { text: text(), from: parser }, FOREVER);
    default:
      return parse(parser, bytes, way);
  }
}

/** The beginning of a layout, as a visitor gets it of an upstream that answers at once. */
async function serve(layout: FileLayout, bytes: Buffer): Promise<Buffer> {
  const parts: Buffer[] = [];
  const end = Math.min(layout.totalBytes, MOST_SERVED_BYTES) - 1;
  const range = { start: 0, end, bufferPool: MEMORY, signal: FOREVER };
  await serveLayout(
    layout,
    [{ file: memoryFile(bytes), group: 0 }],
    range,
    (part) => void parts.push(Buffer.from(part)),
  );
  return Buffer.concat(parts);
}
