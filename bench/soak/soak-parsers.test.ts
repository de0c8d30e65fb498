import { afterAll, expect, test } from 'vitest';
import { SEEDS } from '../../src/server/transfer/fixtures/fuzz/seeds.ts';
import type { ParserName } from '../../src/server/transfer/fixtures/parsers.ts';
import { createHeads, type Heads } from '../../src/server/transfer/parsing/heads.ts';
import { readAsServed } from './soak-parsers.ts';

const NAMES = Object.keys(SEEDS) as ParserName[];
const READ_HERE: readonly ParserName[] = ['mp4-head', 'transport-stream', 'packed-audio', 'extractor-info'];

const heads = createHeads();
afterAll(() => heads.close());

test.each(NAMES)('what %s takes is measured where the server reads it', async (parser) => {
  let sent = 0;
  const run: Heads['run'] = (...task) => {
    sent++;
    return heads.run(...task);
  };
  const [bytes = Buffer.alloc(0)] = SEEDS[parser];
  const read = await readAsServed({ run }, { parser, bytes });
  if (READ_HERE.includes(parser)) expect([read, sent]).toEqual(['ok', 0]);
  else expect([typeof read, sent]).toEqual(['object', 1]);
});
