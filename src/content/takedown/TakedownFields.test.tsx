import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { CaseKind, FiledTakedown } from '#/model/operations.ts';
import type { Filing } from './answers.ts';
import { TakedownFields } from './TakedownFields.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const FILED = ok({ id: ID, state: 'open', createdAt: '2026-11-22T10:00:00.000Z' } satisfies FiledTakedown);

function show(kind: CaseKind, answer: Result<FiledTakedown> | Error = FILED) {
  const filed: Filing[] = [];
  const file = async ({ data }: { data: Filing }) => {
    filed.push(data);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  render(<TakedownFields kind={kind} file={file} />);
  return { filed, visitor: userEvent.setup() };
}

async function fill(visitor: ReturnType<typeof userEvent.setup>, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await visitor.type(screen.getByLabelText(label), text);
  for (const box of screen.getAllByRole('checkbox')) await visitor.click(box);
}

const TEXTS = {
  'Links, one per line': 'https://x.com/replica/status/1{enter}https://x.com/replica/status/2',
  'Your full name': 'Ada Owner',
  'Email address': 'ada@example.org',
  'Signature: type your full name': 'Ada Owner',
};
const SEND = { name: /^Send / };

test('a notice is sent, and its number takes the place of the form', async () => {
  const { filed, visitor } = show('takedown');
  await fill(visitor, { ...TEXTS, 'The work and why it’s yours': 'My film.' });
  await visitor.click(screen.getByRole('button', SEND));
  const status = await screen.findByRole('status');
  expect(status.textContent).toContain(ID);
  expect(document.activeElement).toBe(status);
  expect(filed).toMatchObject([
    { kind: 'takedown', request: { moreUrls: ['https://x.com/replica/status/2'], signature: 'Ada Owner' } },
  ]);
  expect(screen.queryByRole('button', SEND)).toBeNull();
});

test('what is missing is told at its field, the first of which has the focus, and nothing is sent', async () => {
  const { filed, visitor } = show('takedown');
  await visitor.type(screen.getByLabelText('Links, one per line'), 'https://x.com/replica/status/1');
  await visitor.click(screen.getByRole('button', SEND));
  const work = await screen.findByRole('textbox', { description: 'Please fill this in.', name: /^The work/ });
  expect(document.activeElement).toBe(work);
  expect(work.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByRole('checkbox', { description: 'Please confirm this.' })).toHaveLength(2);
  expect(filed).toEqual([]);
});

test('what was wrong is not said any more as soon as the field is changed, and boxes count as they are', async () => {
  const { filed, visitor } = show('takedown');
  await fill(visitor, { ...TEXTS, 'Email address': 'ada', 'The work and why it’s yours': 'My film.' });
  const [first] = screen.getAllByRole('checkbox');
  if (first) await visitor.click(first);
  await visitor.click(screen.getByRole('button', SEND));
  const email = await screen.findByRole('textbox', {
    name: 'Email address',
    description: /isn’t a valid email address/,
  });
  expect(document.activeElement).toBe(email);
  expect(first?.getAttribute('aria-invalid')).toBe('true');
  await visitor.type(email, '@example.org');
  expect(email.getAttribute('aria-invalid')).toBeNull();
  expect(first?.getAttribute('aria-invalid')).toBe('true');
  if (first) await visitor.click(first);
  expect(first?.getAttribute('aria-invalid')).toBeNull();
  await visitor.click(screen.getByRole('button', SEND));
  await screen.findByRole('status');
  expect(filed).toMatchObject([{ request: { claimant: { email: 'ada@example.org' } } }]);
});

test('a counter-notice to a case that there is not is told at its number', async () => {
  const { visitor } = show('counter-notice', fail('invalid_request'));
  await fill(visitor, {
    ...TEXTS,
    'Case reference number (optional)': ID,
    'What was blocked and why that was a mistake': 'My own film.',
    'Postal address': '1 Hill Road',
    'Phone number': '+15550100',
  });
  await visitor.click(screen.getByRole('button', SEND));
  expect(await screen.findByRole('textbox', { description: /^There’s no case with this number/ })).toBeDefined();
});

test('a refusal leaves what was typed, to be sent again', async () => {
  const { visitor } = show('takedown', fail('limit_reached', { retryAfterS: 60 }));
  await fill(visitor, { ...TEXTS, 'The work and why it’s yours': 'My film.' });
  await visitor.click(screen.getByRole('button', SEND));
  expect((await screen.findByRole('alert')).dataset['code']).toBe('limit_reached');
  expect(screen.getByDisplayValue('My film.')).toBeDefined();
  expect(screen.getByRole('button', SEND).hasAttribute('disabled')).toBe(false);
});

test('a server that does not answer is told, and the form can be sent again', async () => {
  const { visitor } = show('takedown', new TypeError('Failed to fetch'));
  await fill(visitor, { ...TEXTS, 'The work and why it’s yours': 'My film.' });
  await visitor.click(screen.getByRole('button', SEND));
  expect((await screen.findByRole('alert')).dataset['code']).toBe('internal');
  expect(screen.getByRole('button', SEND).hasAttribute('disabled')).toBe(false);
});

test('without scripts the form would be posted to the page itself', () => {
  show('counter-notice');
  const form = screen.getByRole('button', SEND).closest('form');
  expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/dmca#counter-notice-form']);
});
