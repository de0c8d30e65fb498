import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { localExtractor } from '../fixtures/local-extractor.ts';
import { ExtractorInfo } from './info.ts';

/** What a worker tells of an info that this expression of Python makes. */
function trimmed(info: string): Record<string, unknown[]> {
  const told = execFileSync(
    localExtractor().python,
    ['-s', '-c', `import json, trim; print(json.dumps(trim.trim(${info})))`],
    { cwd: import.meta.dirname, env: { PYTHONDONTWRITEBYTECODE: '1' }, maxBuffer: 64 * 1024 ** 2 },
  );
  return JSON.parse(told.toString()) as Record<string, unknown[]>;
}

const ENDLESS = `{
  'id': 'a',
  'chapters': [{'title': 'a', 'start_time': 0, 'end_time': 1}] * 3000,
  'post_media': [{'type': 'photo', 'id': '1', 'url': 'https://h.example/a'}] * 3000,
  'thumbnails': [{'url': 'https://h.example/a'}] * 3000,
  'formats': [{'format_id': 'a', 'url': 'https://h.example/a', 'vcodec': codec} for codec in ('none', 'avc1')] * 3000 + [{
    'protocol': 'mhtml', 'width': 1, 'height': 1, 'fps': 1, 'rows': 1, 'columns': 1,
    'fragments': [{'url': 'https://h.example/a', 'duration': 1}] * 6000,
  }] + [{'protocol': 'mhtml', 'fragments': [{'url': 'https://h.example/a', 'duration': 1}]}] * 100,
  'subtitles': {f'x-{n}': [{'ext': 'vtt', 'url': 'https://h.example/a'}] for n in range(1000)},
}`;

test('of what has no end a worker tells as much as is read of it, and no more', () => {
  const told = trimmed(ENDLESS);
  const numbers = (lists: Record<string, unknown>) =>
    Object.fromEntries(
      ['chapters', 'post_media', 'thumbnails', 'formats', 'subtitles'].map((name) => [
        name,
        Object.keys(lists[name] ?? {}).length,
      ]),
    );
  expect(numbers(told)).toEqual({ chapters: 1000, post_media: 1000, thumbnails: 6, formats: 1200, subtitles: 400 });
  const read = v.parse(ExtractorInfo, told);
  expect(numbers(read)).toEqual(numbers(told));
  expect(told['storyboards']).toHaveLength(50);
  expect(read.storyboards[0]?.fragments).toHaveLength(5000);
});
