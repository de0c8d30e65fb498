import { expect, test } from 'vitest';
import { areOf, assetsNamedIn } from './kept-build.ts';

const BUILD = { version: '1', assets: ['/assets/frame-a1.js', '/assets/app-b2.css'], form: [], texts: {} };
const PAGE = `<link rel="stylesheet" href="/assets/app-b2.css"><link rel="modulepreload" href="/assets/frame-a1.js">
<script type="module">import("/assets/frame-a1.js")</script><img src="/cards/home-en.png">`;

test('a page is of the build that made all its scripts and styles, and of no other', () => {
  const named = assetsNamedIn(PAGE);
  expect(named).toEqual(['/assets/app-b2.css', '/assets/frame-a1.js']);
  expect(areOf(BUILD, named)).toBe(true);
  expect(areOf(BUILD, assetsNamedIn(PAGE.replaceAll('frame-a1', 'frame-zz')))).toBe(false);
});
