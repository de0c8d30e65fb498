import { expect, test } from 'vitest';
import { loadCodeAfterFirstPaint } from './after-first-paint.server.ts';

const HTML =
  '<head><link rel="modulepreload" nonce="n" href="/assets/a.js" fetchPriority="low"/><link rel="icon" href="/i.svg"/></head>' +
  '<body><script>1</script><script nonce="n" type="module" async="" src="/assets/entry.js"></script></body>';

test('a page names its code only in what waits for the first paint', () => {
  const html = loadCodeAfterFirstPaint(HTML, 'n');
  expect(html).toMatch(
    /^<head><link rel="icon" href="\/i.svg"\/><\/head><body><script>1<\/script><script nonce="n">requestAnim/,
  );
  expect(html).toContain('for(const h of ["/assets/a.js"])');
  expect(html).toContain('import("/assets/entry.js")');
});

test('a page without code stays as it is', () => {
  expect(loadCodeAfterFirstPaint('<p>no</p>', 'n')).toBe('<p>no</p>');
});
