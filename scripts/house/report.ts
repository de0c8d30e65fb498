import type { Figures } from './measure.ts';
import { WALKS } from './walks.ts';

/** Folders that are listed. */
const FOLDERS = 10;

/** Figures of two versions side by side, the fullest folders of both, and the cycles of the second by name. */
export function report(before: { title: string; figures: Figures }, now: Figures): string {
  const rows: [name: string, ...figures: (string | number)[]][] = [
    ['', before.title, 'now'],
    ...TOLD.map(([name, tell]): (typeof rows)[number] => [name, tell(before.figures), tell(now)]),
  ];
  return [
    table(rows),
    folders(before.title, before.figures),
    folders('now', now),
    cycles('Cycles of imports', now.valueCycles),
    cycles('Cycles with types', now.typeCycles),
  ].join('\n\n');
}

/** What the figures count, by name. */
export function names({ homonyms, small, unused, walks }: Figures): string {
  return [
    list(
      'Names that several files export',
      [...homonyms].map(([name, files]) => `${name}: ${files.join(', ')}`),
    ),
    list('Files under 25 lines with one importer', small),
    list('Values that nobody imports', unused.values),
    list('Types that nobody imports', unused.types),
    ...walks.map(({ files, lost }, place) => {
      return list(`On the way of ${WALKS[place]?.title}`, [...files, ...lost.map((name) => `${name}: nowhere`)]);
    }),
  ].join('\n\n');
}

function sizes([largest, ...others]: string[][]): string | number {
  return largest ? `${others.length + 1} (up to ${largest.length})` : 0;
}

const TOLD: readonly [name: string, tell: (figures: Figures) => string | number][] = [
  ['lines of source', ({ sourceLines }) => sourceLines],
  ['files of source', ({ sourceFiles }) => sourceFiles],
  ['lines of tests', ({ testLines }) => testLines],
  ['files of tests', ({ testFiles }) => testFiles],
  ['lines of CSS', ({ cssLines }) => cssLines],
  ['bytes of README.md', ({ readmeBytes }) => readmeBytes],
  ['files in the fullest folder', ({ folders: [first] }) => first?.[1] ?? 0],
  ['import cycles (files)', ({ valueCycles }) => sizes(valueCycles)],
  ['… with types', ({ typeCycles }) => sizes(typeCycles)],
  ['names exported by several files', ({ homonyms }) => homonyms.size],
  ['files under 25 lines, one importer', ({ small }) => small.length],
  ['values nobody imports', ({ unused }) => unused.values.length],
  ['types nobody imports', ({ unused }) => unused.types.length],
  ['dependencies: production', ({ dependencies }) => dependencies.production],
  ['dependencies: development', ({ dependencies }) => dependencies.development],
  ['dependencies: one for each system', ({ dependencies }) => dependencies.optional],
  ...WALKS.map(({ title }, place): (typeof TOLD)[number] => {
    return [`files: ${title}`, ({ walks }) => hops(walks[place])];
  }),
];

function hops(walk: Figures['walks'][number] | undefined): string | number {
  if (!walk) return 0;
  return walk.lost.length > 0 ? `${walk.files.length} (${walk.lost.length} names lost)` : walk.files.length;
}

function folders(title: string, { folders: all }: Figures): string {
  const some = all.slice(0, FOLDERS).map(([folder, files]): [string, number] => [folder, files]);
  return `Fullest folders, ${title}:\n${table(some)}`;
}

function cycles(title: string, all: string[][]): string {
  return list(
    title,
    all.map((files) => files.join(' ↔ ')),
  );
}

function list(title: string, lines: readonly string[]): string {
  return `${title}: ${lines.length}${lines.map((line) => `\n  ${line}`).join('')}`;
}

/** Columns as wide as what is in them; the first is text, the others are figures. */
function table(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[0] ?? 0) : String(cell).padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
