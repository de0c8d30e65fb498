import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CaseWithRules } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import type { Rule } from '#/model/rule.ts';
import { refused, type Script, showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import { CasesPage } from './CasesPage.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const LINK = 'https://x.com/replica/status/1';
const TAKEDOWN: CaseWithRules['takedown'] = {
  id: ID,
  kind: 'takedown',
  state: 'open',
  caseId: null,
  sourceUrl: LINK,
  moreUrls: [],
  claimant: { name: 'Ada Owner', email: 'owner@example.org', organisation: 'Films', address: null, phone: null },
  work: 'My film.',
  statements: { goodFaith: true, accurate: true },
  signature: null,
  notes: '',
  createdAt: '2026-11-20T10:00:00.000Z',
  decidedAt: null,
};
const RULE: Rule = {
  id: '00000000-0000-4000-8000-000000000002',
  kind: 'url',
  platform: 'twitter',
  value: LINK,
  reason: '',
  caseId: ID,
  createdAt: TAKEDOWN.createdAt,
  createdBy: 'user:sub-1',
};
const PREVIEW = { rule: RULE, downloads: 4, keptFiles: 0, examples: [] };

const showCase = (calls: Script['calls'] = {}) => showAdminPage(CasesPage, { calls }, { id: ID });
const region = (name: string) => within(screen.getByRole('region', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const decide = () => region('Decision').getByRole('button', { name: 'Decide' });

test('cases are listed with who claims what, and are found by their state', async () => {
  const { visitor, asked } = showAdminPage(CasesPage, { lists: { cases: whole(TAKEDOWN) } });
  const link = await screen.findByRole('link', { name: LINK });
  expect(link.getAttribute('href')).toContain(`/admin/cases?id=${ID}`);
  expect(screen.getByText('Ada Owner, Films')).toBeDefined();
  await visitor.selectOptions(screen.getByLabelText('Status'), 'Upheld');
  expect(asked).toContainEqual(['list cases', { state: 'upheld' }]);
});

test('a case is shown with all that it holds', async () => {
  showCase({ case: () => ok({ takedown: { ...TAKEDOWN, notes: 'called them' }, rules: [RULE] }) });
  expect(await screen.findByText('My film.')).toBeDefined();
  for (const text of ['Ada Owner', 'Films', 'owner@example.org', 'called them', 'Open', ID])
    expect(region('Takedown case').getByText(text)).toBeDefined();
  expect(region('Takedown case').getByRole('link', { name: LINK }).getAttribute('rel')).toContain('noreferrer');
  expect(region('Rules from this case').getByRole('listitem', { name: LINK })).toBeDefined();
});

test('of a counter-notice, who objects is nobody’s claimant', async () => {
  showCase({ case: () => ok({ takedown: { ...TAKEDOWN, kind: 'counter-notice', caseId: ID }, rules: [] }) });
  expect(await screen.findByText('Sent by')).toBeDefined();
  expect(screen.getByText('What was blocked and why that was a mistake')).toBeDefined();
  for (const text of ['Claimant', 'The work and why it’s theirs', 'Claimant’s statements'])
    expect(screen.queryByText(text)).toBeNull();
});

test('upheld, its rules are shown with what they hit before anything is decided', async () => {
  let found: CaseWithRules = { takedown: TAKEDOWN, rules: [] };
  const { visitor, asked } = showCase({
    case: () => ok(found),
    previewRule: () => ok(PREVIEW),
    decideCase: () => {
      found = { takedown: { ...TAKEDOWN, state: 'upheld', decidedAt: '2026-11-21T10:00:00.000Z' }, rules: [RULE] };
      return ok(found);
    },
  });
  await screen.findByText('This case has no rules.');
  expect(screen.getByDisplayValue(LINK)).toBeDefined();
  await visitor.click(screen.getByRole('button', { name: 'Add rule' }));
  const [, second] = screen.getAllByLabelText('Link');
  await visitor.type(second as HTMLElement, 'https://x.com/replica/status/2');
  await visitor.type(screen.getByLabelText('Notes'), 'clear');
  await visitor.click(decide());
  await screen.findByRole('dialog');
  expect(dialog().getAllByText('Matching downloads: 4')).toHaveLength(2);
  expect(asked.map(([name]) => name)).not.toContain('decideCase');
  await visitor.click(dialog().getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Case decided: Upheld')).toBeDefined();
  const draft = { kind: 'url', platform: null, reason: '' };
  const rules = [
    { ...draft, value: LINK },
    { ...draft, value: 'https://x.com/replica/status/2' },
  ];
  expect(asked).toContainEqual(['decideCase', { id: ID, body: { state: 'upheld', notes: 'clear', rules } }]);
  expect(await region('Rules from this case').findByRole('listitem', { name: LINK })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('each link that is to be taken down is suggested once, and those that cannot be read are named', async () => {
  const links = [LINK, `${LINK}2`, `${LINK}3`];
  const { visitor } = showCase({
    case: () => ok({ takedown: { ...TAKEDOWN, moreUrls: [...links.slice(1), LINK] }, rules: [] }),
    previewRule: ({ body }) => (body?.value === links[1] ? refused('unsupported_link', 422) : ok(PREVIEW)),
  });
  await screen.findByText('My film.');
  const fields = () => screen.getAllByLabelText<HTMLInputElement>('Link');
  expect(fields().map(({ value }) => value)).toEqual(links);
  await visitor.click(decide());
  await screen.findByRole('alert');
  expect(fields().map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true', null]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('rules are removed by name, and the keyboard stays in the form', async () => {
  const { visitor } = showCase({ case: () => ok({ takedown: TAKEDOWN, rules: [] }) });
  await visitor.click(await screen.findByRole('button', { name: 'Add rule' }));
  const [, second] = screen.getAllByLabelText('Link');
  await visitor.click(screen.getByRole('button', { name: 'Remove: Link' }));
  expect(second?.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add rule' }));
  await visitor.click(screen.getByRole('button', { name: `Remove: ${LINK}` }));
  expect(screen.queryByLabelText('Link')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add rule' }));
});

test('rejected, it makes no rule, whatever was typed', async () => {
  const { visitor, asked } = showCase({
    case: () => ok({ takedown: TAKEDOWN, rules: [] }),
    decideCase: () => ok({ takedown: { ...TAKEDOWN, state: 'rejected' }, rules: [] }),
  });
  await screen.findByText('My film.');
  await visitor.selectOptions(region('Decision').getByLabelText('Decision'), 'Rejected');
  await visitor.click(decide());
  await screen.findByRole('dialog');
  await visitor.click(dialog().getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Case decided: Rejected')).toBeDefined();
  expect(asked).toContainEqual(['decideCase', { id: ID, body: { state: 'rejected', notes: '', rules: [] } }]);
});

test('a rule that cannot be read keeps the case from being decided', async () => {
  const { visitor } = showCase({
    case: () => ok({ takedown: TAKEDOWN, rules: [] }),
    previewRule: () => refused('unsupported_link', 422),
  });
  await screen.findByText('My film.');
  await visitor.click(decide());
  expect((await screen.findByRole('alert')).dataset['code']).toBe('unsupported_link');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a counter-notice shows what was stated, leads to its case, and is decided without rules', async () => {
  const counter: CaseWithRules['takedown'] = {
    ...TAKEDOWN,
    kind: 'counter-notice',
    caseId: RULE.id,
    moreUrls: [`${LINK}2`],
    claimant: { ...TAKEDOWN.claimant, address: '1 Hill Road', phone: '+15550100' },
    statements: { mistake: true, jurisdiction: true },
    signature: 'A. Owner',
  };
  const { visitor, asked } = showCase({
    case: () => ok({ takedown: counter, rules: [] }),
    decideCase: () => ok({ takedown: { ...counter, state: 'upheld' }, rules: [] }),
  });
  expect(await screen.findByText('Counter-notice')).toBeDefined();
  for (const text of ['1 Hill Road', '+15550100', 'A. Owner', /by mistake or misidentification/, /jurisdiction/])
    expect(region('Takedown case').getByText(text)).toBeDefined();
  expect(region('Takedown case').getByRole('link', { name: `${LINK}2` })).toBeDefined();
  expect(region('Takedown case').getByRole('link', { name: RULE.id }).getAttribute('href')).toContain(RULE.id);
  const choice = region('Decision').getByLabelText('Decision');
  expect([...choice.querySelectorAll('option')].map(({ value }) => value)).toEqual(['upheld', 'rejected']);
  expect(screen.queryByRole('button', { name: 'Add rule' })).toBeNull();
  await visitor.click(decide());
  await screen.findByRole('dialog');
  await visitor.click(dialog().getByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Case decided: Upheld')).toBeDefined();
  expect(asked).toContainEqual(['decideCase', { id: ID, body: { state: 'upheld', notes: '', rules: [] } }]);
});

test('a case that there is not is told to be gone', async () => {
  showCase({ case: () => refused('invalid_request', 404) });
  expect(await screen.findByText('This no longer exists.')).toBeDefined();
});
