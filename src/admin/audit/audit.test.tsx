import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AUDIT_ACTIONS, type AuditEntry } from '#/model/operations.ts';
import { ADMIN, showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import { AuditPage } from './AuditPage.tsx';

let count = 0;
const entry = (action: AuditEntry['action'], before: unknown, after: unknown, actor = 'user:other'): AuditEntry => ({
  id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  at: '2026-11-20T10:00:00.000Z',
  actor,
  action,
  target: `target-${count}`,
  before,
  after,
});

const show = (...rows: AuditEntry[]) => showAdminPage(AuditPage, { lists: { audit: whole(...rows) } });
const rowOf = async (target: string) => within((await screen.findByText(target)).closest('tr') as HTMLElement);

/** What a row says of a field: what it was, and what it is. */
async function changeOf({ target }: AuditEntry, field: string): Promise<(string | undefined)[]> {
  const line = (await rowOf(target)).getByText(field).parentElement;
  return ['del', 'ins'].map((tag) => line?.querySelector(tag)?.textContent?.replace(/^(?:Before|After) /, ''));
}

test('every action has a name, and can be looked for', async () => {
  const { visitor, asked } = show(entry('key.revoke', null, null));
  const options = [...(await screen.findByLabelText<HTMLSelectElement>('Action')).options].map(({ text }) => text);
  expect(options).toHaveLength(AUDIT_ACTIONS.length + 1);
  expect(options.filter((text) => /[._]/.test(text))).toEqual([]);
  await visitor.selectOptions(screen.getByLabelText('Action'), 'Key revoked');
  expect(asked).toContainEqual(['list audit', { action: 'key.revoke' }]);
});

test('changes are told field by field, in words', async () => {
  const rule = { kind: 'host', platform: null, value: 'x.com', reason: 'court', id: '1', createdBy: 'user:x' };
  const added = entry('rule.add', null, rule, `user:${ADMIN.id}`);
  const decided = entry('case.decide', { state: 'open', notes: '', rules: [] }, { state: 'upheld', rules: [rule] });
  const state = { status: 'CONFIRMED', isAdmin: false };
  const disabled = entry('user.disable', { ...state, isEnabled: true }, { ...state, isEnabled: false });
  const limits = { resolutions: 30, downloads: 20, gigabytesPerDay: 10, transfers: 3 };
  const scopes = { platforms: ['tiktok'], networks: null, actions: ['resolve'] };
  const revoked = entry('key.create', null, { name: 'nightly', scopes, limits, revokedAt: null });
  const cancelled = entry('download.cancel', { state: 'transferring' }, { state: 'cancelled' });
  const discarded = entry('letter.discard', { failure: { code: 'private' }, attempt: 3 }, null);
  const switched = entry('platform.switch', { isOn: true, notice: null }, { isOn: false, notice: { fr: 'Lundi.' } });
  show(added, decided, disabled, revoked, cancelled, discarded, switched);
  expect((await rowOf(added.target)).getByText('You')).toBeDefined();
  expect(await changeOf(added, 'Kind')).toEqual([undefined, 'Host']);
  expect((await rowOf(added.target)).queryByText('user:x')).toBeNull();
  expect(await changeOf(decided, 'Status')).toEqual(['Open', 'Upheld']);
  expect(await changeOf(decided, 'Blocklist')).toEqual([undefined, 'Host: x.com']);
  expect(await changeOf(disabled, 'Enabled')).toEqual(['Yes', 'No']);
  expect((await rowOf(disabled.target)).queryByText('Status')).toBeNull();
  expect(await changeOf(revoked, 'Platforms')).toEqual([undefined, 'TikTok']);
  expect(await changeOf(revoked, 'Downloads at once')).toEqual([undefined, '3']);
  expect(await changeOf(cancelled, 'Status')).toEqual(['Downloading', 'Canceled']);
  expect((await changeOf(discarded, 'Reason'))[0]).toMatch(/private/i);
  expect(await changeOf(switched, 'Message to visitors: French')).toEqual([undefined, 'Lundi.']);
});

test('versions of the extractor have a name, also where the log has them without a field', async () => {
  const asked = entry('extractor.update', { version: '2026.11.1' }, { version: 'newest' });
  const left = entry('extractor.rollback', { version: '2026.11.2' }, { version: null });
  const early = entry('extractor.update', '2026.11.1', '2026.11.2');
  show(asked, left, early);
  await rowOf(asked.target);
  expect(await changeOf(asked, 'Extractor')).toEqual(['2026.11.1', 'the newest version']);
  expect(await changeOf(left, 'Extractor')).toEqual(['2026.11.2', undefined]);
  expect(await changeOf(early, 'Extractor')).toEqual(['2026.11.1', '2026.11.2']);
});

test('what changed nothing says so', async () => {
  const signedOut = entry('user.sign-out', { isEnabled: true }, { isEnabled: true });
  show(signedOut);
  expect((await rowOf(signedOut.target)).getByText('No values changed.')).toBeDefined();
});
