import { expect, test } from 'vitest';
import { answersOf, readAnswers } from './answers.ts';

const LINK = 'https://x.com/replica/status/1';
const SHARED = { links: LINK, work: 'My film.', name: 'Ada', email: 'ada@example.org', signature: 'Ada' };
const NOTICE = { ...SHARED, goodFaith: 'on', accurate: 'on' };
const COUNTER = { ...SHARED, address: '1 Hill Road', phone: '+15550100', mistake: 'on', jurisdiction: 'on' };

test('a notice names one link or many, and what is left out is not known', () => {
  const { filing } = readAnswers('takedown', { ...NOTICE, links: `${LINK}\r\n\r\n ${LINK}2 \n${LINK}3` });
  expect(filing).toEqual({
    kind: 'takedown',
    request: {
      sourceUrl: LINK,
      moreUrls: [`${LINK}2`, `${LINK}3`],
      claimant: { name: 'Ada', email: 'ada@example.org', organisation: null, address: null, phone: null },
      work: 'My film.',
      statements: { goodFaith: true, accurate: true },
      signature: 'Ada',
    },
  });
});

test('a counter-notice may name its case, and must tell where its sender lives', () => {
  expect(readAnswers('counter-notice', { ...COUNTER, caseId: ' ' }).filing?.request).toMatchObject({ caseId: null });
  const caseId = '00000000-0000-4000-8000-000000000001';
  expect(readAnswers('counter-notice', { ...COUNTER, caseId }).filing?.request).toMatchObject({ caseId });
  const { errors } = readAnswers('counter-notice', { ...COUNTER, caseId: 'none', address: ' ', phone: '' });
  expect(Object.keys(errors ?? {}).toSorted()).toEqual(['address', 'caseId', 'phone']);
});

test('an empty form is told all that it lacks, each at its field', () => {
  const { errors } = readAnswers('takedown', {});
  expect(errors).toMatchObject({ links: 'Please fill this in.', email: 'Please fill this in.' });
  expect(Object.keys(errors ?? {}).toSorted()).toEqual(
    ['accurate', 'email', 'goodFaith', 'links', 'name', 'signature', 'work'].toSorted(),
  );
});

test.each([
  ['links', 'no link', 'Each line must be'],
  ['links', `${LINK}\njavascript:alert(1)`, 'Each line must be'],
  ['links', `${LINK}\n`.repeat(51), 'too many links'],
  ['email', 'ada', 'isn’t a valid email address'],
  ['work', 'x'.repeat(5001), 'too long'],
])('%s of %j is refused', (name, value, reason) => {
  expect(readAnswers('takedown', { ...NOTICE, [name]: value }).errors?.[name]).toContain(reason);
});

test('fields that are files are no answers', () => {
  const data = new FormData();
  data.set('name', 'Ada');
  data.set('links', new File(['x'], 'x.txt'));
  expect(answersOf(data)).toEqual({ name: 'Ada' });
});
