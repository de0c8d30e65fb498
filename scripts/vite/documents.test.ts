import { expect, test } from 'vitest';
import { documents } from './documents.ts';

/** The module that a document is compiled to. */
async function compiled(text: string): Promise<string> {
  const transform = documents().transform as (text: string, path: string) => Promise<{ code: string }>;
  return (await transform(text, '/content/en/page.mdx')).code;
}

test('a heading has the anchor that it names, and is told with its text', async () => {
  const code = await compiled('## What we *keep* [#kept]\n\n### `Two` hours [#two-hours]\n');
  expect(code).toContain('id: "kept"');
  expect(code).toContain('id: "two-hours"');
  expect(code).not.toContain('[#');
  expect(code).toMatch(/export const headings = \[\{\s*id: "kept",\s*depth: 2,\s*title: "What we keep"\s*\}/);
  expect(code).toMatch(/title: "Two hours"/);
});

test('a heading may be a component, as those of failures are', async () => {
  const code = await compiled('### <FailureTitle of="not_found" /> [#not_found]\n');
  expect(code).toContain('id: "not_found"');
});

test.each([
  ['without an anchor', '## One\n', 'ends with its anchor'],
  ['with an anchor that is no word', '## One [#a b]\n', 'ends with its anchor'],
  ['with an anchor that is taken', '## One [#a]\n\n## Two [#a]\n', 'two headings have the anchor a'],
  ['that is the page’s own', '# One [#a]\n', 'h2 and h3'],
  ['of the table of contents with a component', '## <AppName /> [#a]\n', 'without components'],
])('a heading %s fails the build', async (_, text, reason) => {
  await expect(compiled(text)).rejects.toThrow(reason);
});

test('a component that does not exist fails the build by its name', async () => {
  await expect(compiled('Some <Novelty /> here.\n')).rejects.toThrow('<Novelty>');
  await expect(compiled('<Novelty />\n')).rejects.toThrow('<Novelty>');
  await expect(compiled('For <Fact of="limits.linksPerPaste" as="number" />.\n')).resolves.toContain('Fact');
});
