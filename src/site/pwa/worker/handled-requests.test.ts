import { describe, expect, test } from 'vitest';
import { requestKindOf } from './handled-requests.ts';

const ORIGIN = 'https://clipferry.example';
const ask = (path: string, own: Partial<{ method: string; mode: RequestMode; range: string }> = {}) =>
  requestKindOf(
    {
      method: own.method ?? 'GET',
      url: new URL(path, ORIGIN).href,
      mode: own.mode ?? 'navigate',
      headers: new Headers(own.range ? { range: own.range } : {}),
    },
    ORIGIN,
  );

test.each(['/', '/fr', '/youtube?u=https%3A%2F%2Fyoutu.be%2Fa', '/ja/how-to-youtube', '/api', '/status'])(
  '%s is a page',
  (path) => {
    expect(ask(path)).toBe('page');
  },
);

describe('is none of the worker’s business:', () => {
  test.each([
    '/api/video/link/film.mp4',
    '/api/v1/downloads/events?ids=a',
    '/files/kept/film.mp4?signature=x',
    '/_serverFn/abc',
    '/identity/token',
    '/share?text=x',
    '/sw.js',
    '/manifest.webmanifest',
    '/youtube/_payload.json',
    '/icons/icon-192.png',
    'https://elsewhere.example/',
  ])('%s', (path) => {
    expect(ask(path)).toBe('none');
    expect(ask(path, { mode: 'cors' })).toBe('none');
  });

  test('what is sent, asked for in part, or loaded by a page by itself', () => {
    expect(ask('/share', { method: 'POST' })).toBe('none');
    expect(ask('/', { method: 'HEAD' })).toBe('none');
    expect(ask('/assets/a.js', { range: 'bytes=0-' })).toBe('none');
    expect(ask('/fr', { mode: 'cors' })).toBe('none');
  });
});

test('scripts and styles are of some build', () => {
  expect(ask('/assets/frame-abc.js', { mode: 'cors' })).toBe('asset');
});
