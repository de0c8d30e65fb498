import { describe, expect, test, vi } from 'vitest';
import { loadCodeAfterFirstPaint } from './after-first-paint.server.ts';

const HTML =
  '<head><link rel="modulepreload" nonce="n" href="/assets/a.js" fetchPriority="low"/><link rel="icon" href="/i.svg"/></head>' +
  '<body><script>1</script><script nonce="n" type="module" async="" src="/assets/entry.js"></script></body>';

test('a page names its code only in what waits for the first paint', () => {
  const html = loadCodeAfterFirstPaint(HTML, 'n');
  expect(html).toMatch(
    /^<head><link rel="icon" href="\/i.svg"\/><\/head><body><script>1<\/script><script nonce="n">\{const load=/,
  );
  expect(html).toContain('for(const h of ["/assets/a.js"])');
  expect(html).toContain('import("/assets/entry.js")');
});

describe('it waits', () => {
  const [, script = ''] = /<script nonce="n">(.*?)<\/script>/.exec(loadCodeAfterFirstPaint(HTML, 'n')) ?? [];
  // An import cannot be watched, so something else stands for it.
  const run = (world: Record<string, unknown>, loaded: () => void) =>
    new Function('loaded', 'globalThis', ...Object.keys(world), script.replace(/for\(.*\)(?=\};)/, 'loaded()'))(
      loaded,
      world,
      ...Object.values(world),
    );

  test('for content, where the browser tells of it', () => {
    const loaded = vi.fn<() => void>();
    const told: ((name: string) => void)[] = [];
    const disconnect = vi.fn<() => void>();
    class PerformanceObserver {
      static supportedEntryTypes = ['paint'];
      constructor(tell: (list: object, observer: object) => void) {
        told.push((name) => tell({ getEntriesByName: (asked: string) => [name].filter((one) => one === asked) }, this));
      }
      observe() {}
      disconnect = disconnect;
    }
    run({ PerformanceObserver, requestAnimationFrame: vi.fn() }, loaded);
    told[0]?.('first-paint');
    expect(loaded).not.toHaveBeenCalled();
    told[0]?.('first-contentful-paint');
    expect(loaded).toHaveBeenCalledOnce();
    expect(disconnect).toHaveBeenCalledOnce();
  });

  test('else for a frame', () => {
    const loaded = vi.fn<() => void>();
    const now = (then: () => void) => then();
    run({ PerformanceObserver: undefined, requestAnimationFrame: now, setTimeout: now }, loaded);
    expect(loaded).toHaveBeenCalledOnce();
  });
});

test('a page without code stays as it is', () => {
  expect(loadCodeAfterFirstPaint('<p>no</p>', 'n')).toBe('<p>no</p>');
});
