import { expect, test } from 'vitest';
import { decisionsIndex } from './decisions-index.ts';

test('decisions are listed by day, the newest first', () => {
  const index = decisionsIndex([
    { name: '2026-11-20-b.md', text: '# Second (2026-11-20)\n' },
    { name: '2026-11-21-c.md', text: '# Third (2026-11-21)\n' },
    { name: '2026-11-20-a.md', text: '# First (2026-11-20)\n' },
  ]);
  const lines = index.split('\n').filter((line) => /^(?:##|-)/.test(line));
  expect(lines).toEqual([
    '## 2026-11-21',
    '- [Third](2026-11-21-c.md)',
    '## 2026-11-20',
    '- [First](2026-11-20-a.md)',
    '- [Second](2026-11-20-b.md)',
  ]);
});

test.each([
  ['2026-11-20-a.md', '# 2026-11-20: First\n'],
  ['2026-11-20-a.md', '# First (2026-11-21)\n'],
  ['0001-a.md', '# First (2026-11-20)\n'],
])('%s that begins %j has not the form of all others', (name, text) => {
  expect(() => decisionsIndex([{ name, text }])).toThrow(name);
});
