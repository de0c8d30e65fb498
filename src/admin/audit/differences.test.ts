import { expect, test } from 'vitest';
import { differences } from './differences.ts';

test('only what changed is told, down to the value in it', () => {
  const before = { name: 'nightly', limits: { downloads: 40, transfers: 6 }, revokedAt: null };
  const after = { name: 'nightly', limits: { downloads: 20, transfers: 6 }, revokedAt: '2026-11-20T10:00:00.000Z' };
  expect(differences(before, after)).toEqual([
    { path: ['limits', 'downloads'], before: 40, after: 20 },
    { path: ['revokedAt'], before: null, after: '2026-11-20T10:00:00.000Z' },
  ]);
});

test('of what was added or is gone, all is told that says something and the entry does not say itself', () => {
  const rule = { id: '1', kind: 'host', platform: null, value: 'x.com', reason: '', createdAt: 'now', createdBy: 'u' };
  expect(differences(null, rule)).toEqual([
    { path: ['kind'], before: undefined, after: 'host' },
    { path: ['value'], before: undefined, after: 'x.com' },
  ]);
  expect(differences(rule, null)).toEqual([
    { path: ['kind'], before: 'host', after: undefined },
    { path: ['value'], before: 'x.com', after: undefined },
  ]);
});

test('a list is one value, and false is one as well', () => {
  expect(differences({ isOn: true, clients: ['web'] }, { isOn: false, clients: ['web', 'tv'] })).toEqual([
    { path: ['isOn'], before: true, after: false },
    { path: ['clients'], before: ['web'], after: ['web', 'tv'] },
  ]);
  expect(differences({ rules: [] }, { rules: null })).toEqual([]);
});

test('what is no object differs as a whole', () => {
  expect(differences('a', 'b')).toEqual([{ path: [], before: 'a', after: 'b' }]);
  expect(differences(null, null)).toEqual([]);
});
