import { expect, test } from 'vitest';
import { createVisitorCookies } from './visitor-cookie.ts';

const cookies = createVisitorCookies('s'.repeat(32));
const pairOf = (setCookie: string | null) => setCookie?.split(';', 1)[0] ?? '';

test('by https a cookie is this very host’s alone, and by http it has a name that browsers take', () => {
  const { visitorId, setCookie } = cookies.create({ isSecure: true });
  expect(setCookie).toMatch(/^__Host-visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(cookies.read(pairOf(setCookie))).toBe(visitorId);
  const plain = cookies.create({ isSecure: false });
  expect(plain.setCookie).toMatch(/^visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookies.read(`a=b; ${pairOf(plain.setCookie)}; c=d`)).toBe(plain.visitorId);
});

test('where other sites may show this one, browsers send it there, too', () => {
  const { setCookie } = createVisitorCookies('s'.repeat(32), { isEmbeddable: true }).create({ isSecure: true });
  expect(setCookie).toMatch(/^__Host-visitor=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=None; Secure$/);
});

test('whoever had the former name stays who they are, and gets the new one once', () => {
  const { visitorId, setCookie } = cookies.create({ isSecure: false, isOfUser: true });
  const former = pairOf(setCookie);
  expect(cookies.read(former)).toBe(visitorId);
  const renewed = pairOf(cookies.renew(former, { isSecure: true }));
  expect(renewed).toMatch(/^__Host-visitor=u/);
  expect(cookies.read(renewed)).toBe(visitorId);
  expect(cookies.renew(`${former}; ${renewed}`, { isSecure: true })).toBeNull();
  expect(cookies.renew(former, { isSecure: false })).toBeNull();
  expect(cookies.renew('visitor=forged', { isSecure: true })).toBeNull();
});

test('what a host below the same domain plants counts for nothing beside one’s own', () => {
  const own = cookies.create({ isSecure: true });
  const planted = cookies.create({ isSecure: false });
  for (const order of [
    [own, planted],
    [planted, own],
  ]) {
    expect(cookies.read(order.map(({ setCookie }) => pairOf(setCookie)).join('; '))).toBe(own.visitorId);
  }
});
