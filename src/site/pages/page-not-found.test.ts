import { isNotFound } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { pageNotFound, shownAddress } from './page-not-found.ts';

test('the error of a page that there is not names the full path, with what is asked of it', () => {
  const error = pageNotFound('/fr/nothing?u=a%20b');
  expect(isNotFound(error)).toBe(true);
  expect(error.data).toEqual({ statusCode: 404, message: 'Page Not Found: /fr/nothing?u=a b' });
});

test.each([
  ['/caf%C3%A9', '/café'],
  // Once: what it decodes to is not decoded again.
  ['/a%2541', '/a%41'],
  // What would separate parts stays apart from what does.
  ['/a%2Fb%3Fc%23d?e%26f', '/a%2Fb%3Fc%23d?e%26f'],
  ['/a%E0%A4%A', '/a%E0%A4%A'],
  ['/%', '/%'],
  ['/%zz', '/%zz'],
  ['/%41%FF%42', '/A%FFB'],
  ['/x%E2%80%AEgpj.exe', '/xgpj.exe'],
  ['/x\u202egpj.exe', '/xgpj.exe'],
  ['/a%00b%1B[31m', '/ab[31m'],
  ['/a%0D%0Ab?c=%0D%0Ad', '/a b?c= d'],
  ['/%ED%A0%80', '/%ED%A0%80'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});
