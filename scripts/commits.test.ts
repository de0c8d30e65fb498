import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Merges of before have a folder in their subjects, and history stays. */
const SINCE = '2026-11-22T21:00:00Z';
/** A path from the root of a machine, as `git pull` puts it into a merge's subject. */
const FOLDER = /(?:^|[\s'"`(])(?:\/(?:home|mnt|opt|private|root|srv|tmp|Users|var|work)\/)\S/;

test('no subject of a commit names a folder of a machine', () => {
  const options = { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' } as const;
  const subjects = execFileSync('git', ['log', `--since=${SINCE}`, '--format=%s'], options).split('\n');
  expect(subjects.filter((subject) => FOLDER.test(subject))).toEqual([]);
});

test.each([
  ["Merge branch 'main' of /work/somewhere", true],
  ['routes: answer 404 at /youtube?u=1', false],
  ['server/http: a status of its own', false],
])('%s: %s', (subject, isNamed) => {
  expect(FOLDER.test(subject)).toBe(isNamed);
});
