import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { AuditAction } from '#/model/operations.ts';
import { question, section, siteTexts, TWITTER } from '../account/account-pages.ts';
import { type AccountSite, newPerson } from '../accounts.ts';
import { expect } from '../test.ts';
import { signInAsAdmin, test } from './admin-pages.ts';
import { API_KEY } from '../settings.ts';

// Who a key is for may be unknown: the page says so, and the browser's console as well.
test.use({ expectedStatuses: [404] });

type Say = Awaited<ReturnType<typeof siteTexts>>;

/** A link of the replicas whose file can never be made. */
const PRIVATE_LINK = 'https://www.youtube.com/watch?v=Private0001';

const say: Say = await siteTexts();
const open = (page: Page, path: string) => page.goto(`/admin/${path}`);

test('a rule is shown before it is added, is in the export, and is removed', async ({ page, admin }) => {
  await signInAsAdmin(page, admin, '/admin/rules');
  const form = section(page, say('admin_rules_new'));
  const handle = 'someone';
  await form.getByLabel(say('admin_rules_kind'), { exact: true }).selectOption('author');
  await form.getByLabel(say('admin_rule_author'), { exact: true }).fill(`@${handle}`);
  await form.getByRole('button', { name: say('admin_rules_preview') }).click();
  await expect(page.getByText(say('admin_rules_platform_missing'))).toBeVisible();
  await form.getByLabel(say('admin_list_platform'), { exact: true }).selectOption('tiktok');
  await form.getByLabel(say('admin_reason'), { exact: true }).fill('by a court');
  await form.getByRole('button', { name: say('admin_rules_preview') }).click();
  await expect(section(page, say('admin_rules_preview_heading')).getByText(handle, { exact: true })).toBeVisible();
  await form.getByRole('button', { name: say('admin_rules_add'), exact: true }).click();
  await expect(page.getByText(say('admin_rules_added', { count: '0' }))).toBeVisible();

  const row = rowOf(page, handle);
  await expect(row.getByText('by a court')).toBeVisible();
  const saved = await exported(page, say('admin_list_export_csv'));
  expect(saved.name).toBe('rules.csv');
  expect(saved.text).toMatch(/^\uFEFFid,kind,platform,value,reason,/);
  expect(saved.text).toContain(`,author,tiktok,${handle},by a court,`);
  expect(JSON.parse((await exported(page, say('admin_list_export_json'))).text)).toContainEqual(
    expect.objectContaining({ kind: 'author', value: handle }),
  );

  await row.getByRole('button', { name: say('download_remove') }).click();
  await question(page)
    .getByRole('button', { name: say('download_remove') })
    .click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText(did(say, 'rule_remove', handle))).toBeVisible();

  await open(page, 'audit');
  const added = await audited(page, say, 'rule.add');
  await expectChange(added, say('admin_rules_value'), { after: handle });
  await expectChange(added, say('admin_rules_kind'), { after: say('admin_rule_author') });
  const removed = await audited(page, say, 'rule.remove');
  await expectChange(removed, say('admin_reason'), { before: 'by a court' });
});

test('a case is upheld with the rule that was shown, and given back', async ({ page, admin, site }) => {
  const { id } = await file(site, 'The owner');
  await signInAsAdmin(page, admin, '/admin/cases?state=open');
  await rowOf(page, 'The owner').getByRole('link').click();
  await expect(page.getByText('My film.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`cases\\?id=${id}$`));
  const decide = async (state: string) => {
    const form = section(page, say('admin_cases_decision'));
    await form.getByLabel(say('admin_cases_decision'), { exact: true }).selectOption(state);
    await form.getByRole('button', { name: say('admin_cases_decide'), exact: true }).click();
    const dialog = question(page);
    if (state === 'upheld') await expect(dialog.getByText(TWITTER.link, { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: say('admin_cases_decide'), exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(did(say, 'case_decide', say(`admin_case_${state}`)))).toBeVisible();
  };
  await decide('upheld');
  await expect(section(page, say('admin_cases_rules')).getByRole('listitem', { name: TWITTER.link })).toBeVisible();
  expect(await resolved(page)).toBe(451);
  await decide('countered');
  await expect(page.getByText(say('admin_cases_no_rules'))).toBeVisible();
  await expect.poll(() => resolved(page)).toBe(200);

  await open(page, `audit?search=${id}`);
  const rows = page.locator('main tbody tr');
  await expect(rows).toHaveCount(2);
  const state = (name: string) => say(`admin_case_${name}`);
  const field = say('admin_list_state');
  await expectChange(rows.nth(0), field, { before: state('upheld'), after: state('countered') });
  await expectChange(rows.nth(1), field, { before: state('open'), after: state('upheld') });
});

test('a key for a user is made, shown once and revoked', async ({ page, admin, site }) => {
  const person = await newPerson(site);
  await signInAsAdmin(page, admin, '/admin/keys');
  const name = 'partner';
  await page.getByLabel(say('account_keys_name'), { exact: true }).fill(name);
  await page.getByLabel(say('admin_keys_for'), { exact: true }).fill(`no-${person.email}`);
  const create = page.getByRole('button', { name: say('account_keys_create'), exact: true });
  await create.click();
  await expect(page.getByText(say('admin_keys_unknown_user'))).toBeVisible();
  await page.getByLabel(say('admin_keys_for'), { exact: true }).fill(person.email);
  await create.click();
  const shown = section(page, say('account_keys_created', { name }));
  const secret = (await shown.locator('code').textContent()) ?? '';
  await shown.getByRole('button', { name: say('account_keys_done') }).click();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect(await used(site, secret)).toBe(200);

  await page.getByLabel(say('admin_keys_search')).fill(person.sub);
  await expect(page.locator('main tbody tr')).toHaveCount(1);
  await rowOf(page, name)
    .getByRole('button', { name: say('account_keys_revoke') })
    .click();
  await question(page)
    .getByRole('button', { name: say('account_keys_revoke'), exact: true })
    .click();
  await expect(page.getByText(did(say, 'key_revoke', name))).toBeVisible();
  await expect(rowOf(page, name).getByText(say('admin_keys_revoked'), { exact: true })).toBeVisible();
  await expect.poll(() => used(site, secret)).toBe(401);

  await open(page, 'audit');
  await expectChange(await audited(page, say, 'key.create'), say('account_keys_name'), { after: name });
  await expectChange(await audited(page, say, 'key.revoke'), say('admin_keys_revoked'), { after: /\d/ });
});

test('a user is found, disabled and enabled', async ({ page, admin, site }) => {
  const person = await newPerson(site);
  await signInAsAdmin(page, admin, '/admin/users');
  await page.getByLabel(say('admin_users_search')).fill(person.email);
  const row = rowOf(page, person.email);
  const does = async (deed: 'disable' | 'enable') => {
    const label = say(`admin_user_${deed}`);
    await row.getByRole('button', { name: label }).click();
    await question(page).getByRole('button', { name: label, exact: true }).click();
    await expect(page.getByText(did(say, `user_${deed}`, person.email))).toBeVisible();
  };
  await does('disable');
  await expect(row.getByText(say('admin_user_disabled'), { exact: true })).toBeVisible();
  await does('enable');
  await expect(row.getByText(say('admin_user_disabled'), { exact: true })).toHaveCount(0);

  await open(page, `audit?search=${person.sub}`);
  const rows = page.locator('main tbody tr');
  await expect(rows).toHaveCount(2);
  const [yes, no] = [say('admin_yes'), say('admin_no')];
  await expectChange(rows.nth(0), say('admin_field_enabled'), { before: no, after: yes });
  await expectChange(rows.nth(1), say('admin_field_enabled'), { before: yes, after: no });
});

test('a file that could not be made is tried again, and thrown away', async ({ page, admin, site }) => {
  const title = 'never';
  await keep(site, title);
  await signInAsAdmin(page, admin, '/admin/letters');
  const row = rowOf(page, title);
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(row.getByText(say('failure_private_title'))).toBeVisible();
  await row.getByRole('button', { name: say('download_retry') }).click();
  await expect(page.getByText(did(say, 'letter_retry', title))).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await row.getByRole('button', { name: say('admin_failed_files_discard') }).click();
  await question(page)
    .getByRole('button', { name: say('admin_failed_files_discard') })
    .click();
  await expect(page.getByText(did(say, 'letter_discard', title))).toBeVisible();

  await open(page, 'audit');
  for (const action of ['letter.retry', 'letter.discard'] as const)
    await expectChange(await audited(page, say, action), say('admin_title'), { before: title });
});

/** The first row of a list that has a text. */
const rowOf = (page: Page, text: string): Locator => page.locator('main tbody tr').filter({ hasText: text }).first();

/** What a page says after something was done. */
const did = (say: Say, action: string, name: string) =>
  say('admin_named', { action: say(`admin_did_${action}`), name });

/** The latest entry of the log about an action. */
async function audited(page: Page, say: Say, action: AuditAction): Promise<Locator> {
  await page.getByLabel(say('admin_audit_action'), { exact: true }).selectOption(action);
  const name = say(`admin_did_${action.replace(/[.-]/g, '_')}`);
  const first = page.locator('main tbody tr').first();
  await expect(first.getByRole('rowheader')).toHaveText(name);
  return first;
}

/** An entry of the log says from what to what a field was changed; what is left out was not, or is not, there. */
async function expectChange(entry: Locator, field: string, { before, after }: Record<string, string | RegExp>) {
  const line = entry.locator('dl > div').filter({ has: entry.page().locator('dt', { hasText: exactly(field) }) });
  for (const [tag, value] of [
    ['del', before],
    ['ins', after],
  ] as const) {
    if (value === undefined) await expect(line.locator(tag)).toHaveCount(0);
    else await expect(line.locator(tag)).toContainText(value);
  }
}

const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);

async function exported(page: Page, label: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: label, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

const post = ({ origin }: AccountSite, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('a counter-notice is found by its kind, tells what was stated, and leads to its case', async ({
  page,
  admin,
  site,
}) => {
  const { id: caseId } = await file(site, 'Owner of a film');
  const answer = await post(site, 'counter-notices', {
    caseId,
    sourceUrl: TWITTER.link,
    claimant: {
      name: 'Bo Author',
      email: 'bo@example.org',
      organisation: null,
      address: '1 Hill Road',
      phone: '+15550100',
    },
    work: 'My own film.',
    statements: { mistake: true, jurisdiction: true },
    signature: 'B. Author',
  });
  expect(answer.status).toBe(201);
  const say = await siteTexts();
  await signInAsAdmin(page, admin, '/admin/cases?kind=counter-notice');
  await expect(rowOf(page, 'Owner of a film')).toHaveCount(0);
  await rowOf(page, 'Bo Author').getByRole('link').click();
  for (const text of ['1 Hill Road', '+15550100', 'My own film.', 'B. Author', say('admin_case_jurisdiction')])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: caseId, exact: true }).click();
  await expect(page.getByText('Owner of a film')).toBeVisible();
});

/** Files a takedown request, as anybody can. */
async function file(site: AccountSite, name: string): Promise<{ id: string }> {
  const answer = await post(site, 'takedowns', {
    sourceUrl: TWITTER.link,
    claimant: { name, email: 'owner@example.org', organisation: null },
    work: 'My film.',
    statements: { goodFaith: true, accurate: true },
  });
  expect(answer.status).toBe(201);
  return answer.json();
}

/** How the site answers a link that is taken down, or not. */
async function resolved(page: Page): Promise<number> {
  const options = { data: { url: TWITTER.link }, headers: { 'api-key': API_KEY } };
  return (await page.request.post('/api/v1/resolve', options)).status();
}

const used = async ({ origin }: AccountSite, key: string) =>
  (await fetch(`${origin}/api/v1/usage`, { headers: { 'api-key': key } })).status;

/** Has a file made that can never be made. */
async function keep(site: AccountSite, title: string): Promise<void> {
  const order = { urls: [PRIVATE_LINK], title, kind: 'video', heightPx: null };
  const answer = await post(site, 'downloads', order, { 'api-key': API_KEY });
  expect(answer.status).toBe(202);
}
