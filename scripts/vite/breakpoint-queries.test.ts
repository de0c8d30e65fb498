import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breakpoints } from '../../app.config.ts';
import { withWidths } from './breakpoint-queries.ts';

const SRC = join(import.meta.dirname, '../../src');
const styles = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, css: readFileSync(join(SRC, file), 'utf8') }));

test('a breakpoint is named, and stands for its width', () => {
  expect(breakpoints).toEqual({ sm: 600, md: 1024, lg: 1440, xl: 1920 });
  expect(withWidths('@media (--from-sm) {} @media (--below-md) and (hover: none) {}')).toBe(
    '@media (width >= 37.5em) {} @media (width < 64em) and (hover: none) {}',
  );
  expect(() => withWidths('@media (--from-xxl) {}')).toThrow('There is no breakpoint xxl');
});

test('every breakpoint is used, and none is written as a width', () => {
  const all = styles.map(({ css }) => css).join('\n');
  for (const [name, widthPx] of Object.entries(breakpoints)) {
    expect(all, name).toMatch(new RegExp(`@media[^{]*\\(--(?:from|below)-${name}\\)`));
    const written = new RegExp(`@media[^{]*\\b(?:${widthPx}px|${widthPx - 1}px|${widthPx / 16}em)`);
    expect(styles.filter(({ css }) => written.test(css)).map(({ file }) => file)).toEqual([]);
  }
});
