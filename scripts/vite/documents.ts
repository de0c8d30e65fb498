import mdx from '@mdx-js/rollup';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import { COMPONENT_NAMES } from '../../src/content/component-names.ts';
import { headingAnchors } from './heading-anchors.ts';
import { knownComponents } from './known-components.ts';

/** Compiles content/<locale>/<slug>.mdx to a component, with its `frontmatter` and its `headings`. */
export function documents() {
  return mdx({
    remarkPlugins: [
      remarkGfm,
      remarkFrontmatter,
      remarkMdxFrontmatter,
      headingAnchors,
      [knownComponents, COMPONENT_NAMES],
    ],
  });
}
