import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const HERE = import.meta.dirname;

/**
 * Where the server may ask what time of day it is, and why. Whatever waits, paces, or keeps something for a while asks `performance.now`:
 * clocks are set, and one that is set back an hour made every read of YouTube wait for 30 s.
 */
const ALLOWED: Record<string, string> = {
  'identity/embedded/index.ts': 'tokens and codes say until when they are valid',
  'identity/embedded/messages/open-messages.ts': 'messages are dated',
  'identity/id-token.ts': 'tokens say until when they are valid',
  'identity/live-cognito.ts': 'ended sessions are dated by the database',
  'jobs/sweeping/orphaned-files.ts': 'files are dated by their disk',
  'jobs/canaries.ts': 'the last canary is dated by the database',
  'engine/egress-routes/account-cookies.ts': 'cookies say until when they are valid',
  'engine/extraction-cache.ts': 'sources say until when they are valid; turned into a duration at once',
  'engine/probing/probe-files.ts': 'sources say until when they are valid',
  'engine/solver/prepared-players.ts': 'files are dated by their disk',
  'engine/tokens/outside.ts': 'providers say until when tokens are good; turned into a duration at once',
  'engine/egress-routes/platform-health.ts': 'visitors are told when a platform was last seen',
  'engine/media/read-formats.ts': 'the extractor tells an instant; turned into this process’ own clock at once',
  'bucket/signed-path.ts': 'links say until when they are valid',
  'bucket/s3-bucket.ts': 'links say until when they are valid',
  'bucket/picture-store.ts': 'files are dated by their disk',
  'bucket/local-bucket.ts': 'files are dated by their disk',
  'service/limits/limits.ts': 'windows are shared by all servers, by the database’s instants',
  'http/cobalt/cobalt.ts': 'clients are told when the server started',
  'http/cobalt/tunnel-url.ts': 'links say until when they are valid',
  'http/admin/statistics.ts': 'statistics are by the hour',
  'service/links/links.ts': 'links say until when they are valid',
  'service/resolving/resolve-link.ts': 'links say until when they are valid',
  'service/progress/download-records.ts': 'rows are dated by the database',
  'http/media-assets/serve-asset.ts': 'links say until when they are valid',
  'service/status/report.ts': 'the past is by the hour and the day',
  'service/status/incident-watch.ts': 'incidents are dated',
  'service/status/platform-states.ts': 'what canaries found is dated by the database',
  'service/keys/key-ring.ts': 'keys say until when they are valid',
  'service/keys/keys.ts': 'keys say until when they are valid',
  'service/accounts/export.ts': 'an export is dated',
  'jobs/webhooks.ts': 'messages are dated',
  'jobs/watching/watching.ts': 'premieres are announced for an instant, by which links are looked at',
  'store/embedded/maintenance.ts': 'the vacuum comes at night',
  'updates/folders.ts': 'files are dated by their disk',
  'updates/release-search.ts': 'reads are counted by the hour',
  'transfer/reading/answer.ts': 'Retry-After may be a date',
};

const sources = globSync('**/*.ts', { cwd: HERE, exclude: ['**/*.test.ts', '**/fixtures/**', '**/contract-*.ts'] });
/** `new Date(…)` of something is a date that was told; without anything it is now. */
const asking = sources.filter((file) => /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(join(HERE, file), 'utf8')));

test('nothing asks for the time of day but what deals in instants: durations are measured by a clock that nobody sets', () => {
  expect(asking.filter((file) => !Object.hasOwn(ALLOWED, file))).toEqual([]);
});

test('what is allowed still does', () => {
  expect(Object.keys(ALLOWED).filter((file) => !asking.includes(file))).toEqual([]);
});
