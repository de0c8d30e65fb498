const ROW = /^\|.*\|$/;
const RULE = /^:?-+:?$/;

/** Markdown whose tables have one space around what is in a cell, and no more: a table of long texts is three times as long when padded. */
export function withBareTables(text: string): string {
  let isCode = false;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode;
      return !isCode && ROW.test(line) ? bare(line) : line;
    })
    .join('\n');
}

function bare(row: string): string {
  const cells = row.slice(1, -1).split(/(?<!\\)\|/);
  return `| ${cells.map((cell) => ruled(cell.trim())).join(' | ')} |`;
}

function ruled(cell: string): string {
  return RULE.test(cell) ? cell.replace(/-+/, '---') : cell;
}
