import { describe, expect, test } from 'vitest';
import { createKnownHosts } from './known-hosts.ts';

const NOTHING = { publicOrigin: null, extraHosts: [], cobaltHost: null, listenHost: 'localhost' };
const SET = {
  publicOrigin: 'https://Clipferry.example',
  extraHosts: ['*.clipferry.example', 'old.example'],
  cobaltHost: 'api.example',
  listenHost: '0.0.0.0',
};

describe('without settings', () => {
  const { isOurs } = createKnownHosts(NOTHING);
  test.each([
    'localhost',
    'localhost:3000',
    'site.localhost:3000',
    '127.0.0.1:1',
    '[::1]:3000',
    '192.168.1.7',
    'LOCALHOST.',
  ])('%s is ours', (host) => expect(isOurs(host)).toBe(true));
  test.each([
    'site.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:3000',
    '',
    'a b',
    '[evil]',
    'x@localhost',
    'localhost:1:2',
    'localhost/../x',
  ])('%j is not', (host) => expect(isOurs(host)).toBe(false));
});

describe('with settings', () => {
  const { isOurs } = createKnownHosts(SET);
  test.each([
    'clipferry.example',
    'CLIPFERRY.example:443',
    'fr.clipferry.example',
    'a.b.clipferry.example',
    'old.example',
    'api.example',
    '10.0.0.7:3000',
    'localhost',
  ])('%s is ours', (host) => expect(isOurs(host)).toBe(true));
  test.each([
    'evil.example',
    'evilclipferry.example',
    'clipferry.example.evil.example',
    'xold.example',
    'sub.old.example',
  ])('%s is not', (host) => expect(isOurs(host)).toBe(false));
});

test('each language has a sub-domain of the public host, and of no other', () => {
  const { isOurs } = createKnownHosts({ ...NOTHING, publicOrigin: 'https://clipferry.example' });
  for (const language of ['en', 'fr', 'ja', 'zh']) expect(isOurs(`${language}.clipferry.example`), language).toBe(true);
  for (const host of ['de.clipferry.example', 'x.fr.clipferry.example', 'fr.elsewhere.example'])
    expect(isOurs(host), host).toBe(false);
  expect(createKnownHosts(NOTHING).isOurs('fr.clipferry.example')).toBe(false);
});

test('a request without a Host, and the name that the site listens at', () => {
  expect(createKnownHosts(SET).isOurs(undefined)).toBe(true);
  expect(createKnownHosts({ ...NOTHING, listenHost: 'my-server' }).isOurs('my-server:3000')).toBe(true);
});
