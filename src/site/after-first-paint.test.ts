import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { loadCodeAfterFirstPaint } from './after-first-paint.server.ts';
import { inlineHashes } from './inline-hashes.server.ts';

const HTML =
  '<head><link rel="modulepreload" href="/assets/a.js" fetchPriority="low"/><link rel="icon" href="/i.svg"/></head>' +
  '<body><script>1</script><script type="module" async="" src="/assets/entry.js"></script></body>';

test('a page names its code only in what waits for the first paint', () => {
  const html = loadCodeAfterFirstPaint(HTML);
  expect(html).toMatch(/^<head><link rel="icon" href="\/i.svg"\/><\/head><body><script>1<\/script><script>requestAnim/);
  expect(html).toContain('for(const h of ["/assets/a.js"])');
  expect(html).toContain('import("/assets/entry.js")');
});

test('a page without code stays as it is', () => {
  expect(loadCodeAfterFirstPaint('<p>no</p>')).toBe('<p>no</p>');
});

test('what is written into a page is known by its hash, but for data and for what is loaded', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const html =
    '<style>p{}</style><script type="application/ld+json">{}</script><script src="/a.js"></script><script>1</script><script>1</script>';
  expect(inlineHashes(html)).toEqual({ scripts: [hash('1')], styles: [hash('p{}')] });
});
