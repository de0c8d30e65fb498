import * as v from 'valibot';
import { expect, test } from 'vitest';
import { checkedInput } from './server-function.server.ts';

const check = checkedInput(v.object({ link: v.pipe(v.string(), v.trim(), v.maxLength(20)) }));

test('what fits is passed on as the schema makes it', () => {
  expect(check({ link: ' https://a.example ' })).toEqual({ link: 'https://a.example' });
});

test.each([
  [{ link: 'https://secret.example/pasted' }, 'Bad input at link.'],
  [JSON.parse('"secret"'), 'Bad input at the whole.'],
])('what does not fit is not repeated', (given, message) => {
  expect(() => check(given)).toThrow(expect.objectContaining({ message, status: 400 }));
});
