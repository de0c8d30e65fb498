/** What the plugins for documents need of a parsed document (mdast with MDX), and of its file. */
export type TreeNode = {
  type: string;
  depth?: number;
  value?: string;
  name?: string | null;
  children?: TreeNode[];
  data?: { hProperties?: Record<string, string>; estree?: unknown };
};
export type DocumentFile = { fail: (reason: string, place?: TreeNode) => never };

/** A node and all below it. */
export function* nodesOf(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of node.children ?? []) yield* nodesOf(child);
}
