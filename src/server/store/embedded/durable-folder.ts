import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Options = Parameters<NodeFS['init']>[1];
type PostgresModule = Parameters<NonNullable<Options['preRun']>[number]>[0];
/** The part of Emscripten's NODEFS that this leans on; `nfd` is Node's descriptor, which folders lack. */
type OpenFile = { nfd?: number; node: unknown };
type NodeFilesystem = { stream_ops: { fsync?: (file: OpenFile) => number }; realPath: (node: unknown) => string };

/** WASI's number for an I/O error, which Postgres answers by stopping. */
const EIO = 29;

/**
 * A folder of this machine in which a commit is on the disk when it is acknowledged. Emscripten's NODEFS has no fsync: Postgres
 * believes that it flushed, and nothing did. PGlite offers no place to put it, so it is put in when the module starts; a test
 * counts the flushes.
 */
export class DurableFolder extends NodeFS {
  override async init(pg: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), flushToDisk] } };
  }
}

function flushToDisk(postgres: PostgresModule): void {
  const filesystem = postgres.NODEFS as unknown as NodeFilesystem;
  filesystem.stream_ops.fsync = ({ nfd, node }) => {
    try {
      if (nfd === undefined) flushFolder(filesystem.realPath(node));
      else fdatasyncSync(nfd);
      return 0;
    } catch {
      throw new postgres.FS.ErrnoError(EIO);
    }
  };
}

/** Makes new and renamed entries of a folder last. */
export function flushFolder(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
