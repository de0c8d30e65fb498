import { type DocumentFile, nodesOf, type TreeNode } from './document-tree.ts';

type Heading = { id: string; depth: number; title: string };

const ANCHOR = /\s*\[#([a-z\d]+(?:[-_][a-z\d]+)*)\]\s*$/;

/**
 * A remark plugin: `## Text [#anchor]` has the id `anchor`, the same in all languages, so that links keep leading where they led. The
 * document exports its headings. Fails for a heading without an anchor, or with one that is taken, and for what is no h2 or h3.
 */
export function headingAnchors() {
  return (tree: TreeNode, file: DocumentFile): void => {
    const headings: Heading[] = [];
    for (const node of nodesOf(tree)) {
      if (node.type !== 'heading') continue;
      const heading = readHeading(node, file);
      if (headings.some(({ id }) => id === heading.id)) file.fail(`two headings have the anchor ${heading.id}`, node);
      headings.push(heading);
    }
    tree.children?.unshift(exportOf(headings));
  };
}

function readHeading(node: TreeNode, file: DocumentFile): Heading {
  const { depth = 0, children = [] } = node;
  const last = children.at(-1);
  const [matched, id] = (last?.type === 'text' && ANCHOR.exec(last.value ?? '')) || [];
  if (last?.value === undefined || matched === undefined || id === undefined)
    return file.fail('a heading ends with its anchor, as [#anchor]', node);
  if (depth !== 2 && depth !== 3) return file.fail('headings of documents are h2 and h3', node);
  last.value = last.value.slice(0, -matched.length);
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, id } };
  const parts = [...nodesOf(node)];
  // The table of contents is made of them.
  if (depth === 2 && parts.some(({ type }) => type.startsWith('mdx')))
    file.fail('an h2 is text without components', node);
  return { id, depth, title: parts.map(({ value = '' }) => value).join('') };
}

/** `export const headings = […]`, as the tree has it. */
function exportOf(headings: readonly Heading[]): TreeNode {
  const literal = (value: string | number) => ({ type: 'Literal', value, raw: JSON.stringify(value) });
  const object = (heading: Heading) => ({
    type: 'ObjectExpression',
    properties: Object.entries(heading).map(([name, value]) => ({
      type: 'Property',
      kind: 'init',
      method: false,
      shorthand: false,
      computed: false,
      key: { type: 'Identifier', name },
      value: literal(value),
    })),
  });
  const declarator = {
    type: 'VariableDeclarator',
    id: { type: 'Identifier', name: 'headings' },
    init: { type: 'ArrayExpression', elements: headings.map(object) },
  };
  const declaration = { type: 'VariableDeclaration', kind: 'const', declarations: [declarator] };
  const exported = { type: 'ExportNamedDeclaration', declaration, specifiers: [], source: null, attributes: [] };
  return {
    type: 'mdxjsEsm',
    value: '',
    data: { estree: { type: 'Program', sourceType: 'module', body: [exported], comments: [] } },
  };
}
