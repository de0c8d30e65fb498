import { type DocumentFile, nodesOf, type TreeNode } from './document-tree.ts';

/** A remark plugin: a document that uses a component which does not exist fails the build, by its name, rather than a visitor's request. */
export function knownComponents(names: readonly string[]) {
  return (tree: TreeNode, file: DocumentFile): void => {
    for (const node of nodesOf(tree)) {
      if (!node.type.startsWith('mdxJsx') || !node.name || !/^[A-Z]/.test(node.name)) continue;
      if (!names.includes(node.name)) file.fail(`documents have no component <${node.name}>`, node);
    }
  };
}
