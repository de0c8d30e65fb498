import { expect, test } from 'vitest';
import { SECURITY_TEXT_PATH, securityTextAnswer } from './security-text.ts';

const ORIGIN = 'https://site.example';
const at = (path: string) => new URL(path, ORIGIN);
const NOW = Date.parse('2026-11-22T21:00:00Z');

test('names the contact, until when that is believed, and where it stands', async () => {
  const answer = securityTextAnswer(at(SECURITY_TEXT_PATH), ORIGIN, 'mailto:security@site.example', NOW);
  expect([answer?.status, answer?.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer?.text()).toBe(
    'Contact: mailto:security@site.example\nExpires: 2027-05-21T00:00:00.000Z\n' +
      'Canonical: https://site.example/.well-known/security.txt\n',
  );
});

test('is not there where nobody has said whom to tell', () => {
  expect(securityTextAnswer(at(SECURITY_TEXT_PATH), ORIGIN, null)?.status).toBe(404);
  expect(securityTextAnswer(at('/security.txt'), ORIGIN, 'mailto:a@b.example')).toBeUndefined();
});
