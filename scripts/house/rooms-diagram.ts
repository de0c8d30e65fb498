import { ROOMS } from '../../oxlint.config.ts';
import { isSource } from './kinds-of-files.ts';
import type { Module } from './modules.ts';

/** Rooms that nearly all others import; their arrows would hide the rest. The text around the diagram names them. */
const EVERYWHERE = new Set(['model', 'language', 'site', 'server/observability']);

/** What begins and puts together, directly in `src/` or `src/server/`. */
const ENTRIES: Readonly<Record<string, string>> = {
  '': 'entries of src/',
  server: 'server/index.ts, which puts it together',
};

/**
 * The rooms of src/ and what files of each import of others, as a Mermaid flowchart. A dotted arrow is types only. Arrows to rooms that
 * everybody imports are left out, and those by which the server is put together.
 */
export function roomsDiagram(modules: ReadonlyMap<string, Module>): string {
  const arrows = new Map<string, boolean>();
  for (const { path, imports } of modules.values()) {
    const from = isSource(path) ? roomOf(path) : null;
    if (from === null) continue;
    for (const { file, kind } of imports) {
      const to = roomOf(file);
      const isOpened = from === 'server' && to?.startsWith('server/');
      if (to === null || to === from || isOpened || EVERYWHERE.has(to)) continue;
      const key = `${from}>${to}`;
      arrows.set(key, (arrows.get(key) ?? false) || kind !== 'type');
    }
  }
  const rooms = Object.keys(ROOMS);
  const group = (title: string, names: string[]) =>
    [`  subgraph ${title}`, ...names.map((name) => `    ${idOf(name)}["${labelOf(name)}"]`), '  end'].join('\n');
  const isOfServer = (name: string) => name.startsWith('server');
  const lines = [...arrows]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, isValue]) => {
      const [from = '', to = ''] = key.split('>');
      return `  ${idOf(from)} ${isValue ? '-->' : '-.->'} ${idOf(to)}`;
    });
  return [
    '```mermaid',
    'flowchart TD',
    group('browser["in the browser, and on the server for the first page"]', [
      '',
      ...rooms.filter((name) => !isOfServer(name)),
    ]),
    group('server["on the server"]', ['server', ...rooms.filter(isOfServer)]),
    ...lines,
    '```',
  ].join('\n');
}

/** null: not in src/, or generated. */
function roomOf(path: string): string | null {
  const [, room] = /^src\/((?:server\/)?[^/]+)\//.exec(path) ?? [];
  if (room !== undefined && Object.hasOwn(ROOMS, room)) return room;
  if (/^src\/server\/[^/]+$/.test(path)) return 'server';
  return /^src\/[^/]+$/.test(path) ? '' : null;
}

function idOf(room: string): string {
  return room === '' ? 'entries' : room === 'server' ? 'composition' : room.replace('/', '-');
}

function labelOf(room: string): string {
  return ENTRIES[room] ?? room.replace('server/', '');
}
