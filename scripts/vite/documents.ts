import mdx from '@mdx-js/rollup';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdxFrontmatter from 'remark-mdx-frontmatter';
import { COMPONENT_NAMES } from '../../src/content/component-names.ts';
import { headingAnchors } from './heading-anchors.ts';
import { type DocumentFile, nodesOf, type TreeNode } from './document-tree.ts';

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

/** A remark plugin: a document that uses a component which does not exist fails the build, by its name, rather than a visitor's request. */
function knownComponents(names: readonly string[]) {
  return (tree: TreeNode, file: DocumentFile): void => {
    for (const node of nodesOf(tree)) {
      if (!node.type.startsWith('mdxJsx') || !node.name || !/^[A-Z]/.test(node.name)) continue;
      if (!names.includes(node.name)) file.fail(`documents have no component <${node.name}>`, node);
    }
  };
}
