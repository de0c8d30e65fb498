import { describe, expect, test } from 'vitest';
import { createLog, createTroubleLog } from './log.ts';
import { requestContext } from './request-context.ts';

function linesOf(format: 'json' | 'text', level: 'info' | 'warn' = 'info') {
  const lines: string[] = [];
  return { lines, log: createLog({ format, level, write: (line) => lines.push(line) }) };
}

test('a line of JSON has time, level, message, facts and the request that it belongs to', () => {
  const { lines, log } = linesOf('json');
  requestContext.run({ requestId: 'request-1' }, () => log('warn', 'The queue: away', { tries: 2 }));
  log('info', 'ready');
  const [first, second] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ level: 'warn', message: 'The queue: away', tries: 2, requestId: 'request-1' });
  expect(Math.abs(Date.parse(first.time) - Date.now())).toBeLessThan(60_000);
  expect(second).not.toHaveProperty('requestId');
  expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
});

test('a line of text is for people', () => {
  const { lines, log } = linesOf('text');
  log('warn', 'The queue: away', { tries: 2 });
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}The queue: away tries=2\n$/);
});

test('what is below the level is not written', () => {
  const { lines, log } = linesOf('text', 'warn');
  log('info', 'request');
  log('error', 'broken');
  expect(lines).toHaveLength(1);
});

test('what rooms tell of their troubles loses addresses of media', () => {
  const { lines, log } = linesOf('json');
  createTroubleLog(log)(
    'failed: https://r4.googlevideo.com/videoplayback?ip=1.2.3.4&sig=abc (https://x.com/a/status/1)',
  );
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', message: 'failed: [link] ([link])' });
});

describe('what a client sent', () => {
  const FORGED = 'not found: /a\n12:00:00 info  An administrator signed in\r\n12:00:01 warn  again';
  const TRICKS = [
    '\u001b[2J\u001b]0;title\u0007',
    '\u009b31m',
    '\u202egpj.exe',
    '\u2066a\u2069',
    '\u200bb',
    '\u2028c',
    '\u0000',
    '\ud800',
    '\u007f',
    '\t',
  ];

  test.each(['text', 'json'] as const)('forges no line of the log as %s', (format) => {
    const { lines, log } = linesOf(format);
    createTroubleLog(log)(FORGED);
    log('info', 'request', { agent: FORGED });
    const starts = lines
      .join('')
      .split(/[\r\n]+/)
      .filter((line) => /^(?:\d\d:|\{)/.test(line));
    expect(starts).toHaveLength(2);
  });

  test.each(TRICKS)('%j reaches no terminal', (trick) => {
    for (const format of ['text', 'json'] as const) {
      const { lines, log } = linesOf(format);
      log('warn', `a ${trick} b`, { agent: trick });
      expect(lines.join('').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    }
  });

  test('a stack stays readable', () => {
    const { lines, log } = linesOf('text');
    log('error', 'Error: broken\n    at answer (src/a.ts:1:2)');
    expect(lines[0]).toMatch(/error Error: broken\n {8}at answer \(src\/a\.ts:1:2\)\n$/);
  });
});
