import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withVariables } from './theme-variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(?:css|tsx?)$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const texts = sources.map((file) => read(`src/${file}`));
const ofMantine = new Set(texts.flatMap((text) => text.match(/@mantine\/core\/styles\/[\w.-]+\.css/g) ?? []));
const styles = [...texts, ...[...ofMantine].map((file) => read(`node_modules/${file}`))].join('\n');

test('the frame’s style sheet has the variables of the theme, for both colour schemes', () => {
  const css = withVariables(read('src/site/theme/app.css'));
  expect(css).toMatch(/:root, :host\{[^}]*--container: 1200px;/);
  for (const scheme of ['light', 'dark']) {
    expect(css).toMatch(new RegExp(`:root\\[data-mantine-color-scheme="${scheme}"\\][^{]*\\{[^}]*--accent: oklch`));
  }
  expect(withVariables('p { margin: 0; }')).toBe('p { margin: 0; }');
});

test('every variable of Mantine that a style names is there', () => {
  const variables = withVariables('@theme-variables;');
  const defined = new Set(variables.match(/--mantine-[\w-]+(?=:)/g));
  const named = new Set([...(styles + variables).matchAll(/var\((--mantine-[\w-]+)\)/g)].map(([, name]) => name));
  expect(named.size).toBeGreaterThan(40);
  expect([...named].filter((name) => name !== undefined && !defined.has(name))).toEqual([]);
});
