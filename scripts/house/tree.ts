import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with what a version of the repository has. `files`: by their paths from `root`, with slashes. */
export type Tree = { root: string; files: string[] };

/** Larger than what `git` says of this repository, or packs of it. */
const MAX_BYTES = 512 * 1024 * 1024;

/** What is there now: tracked, or new and not ignored. */
export function workingTree(root: string): Tree {
  const listed = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  const files = [...new Set(listed.toString().split('\0').filter(Boolean))];
  return { root, files: files.filter((file) => existsSync(join(root, file))).toSorted() };
}

/**
 * What a commit has, unpacked into a folder of its own while `work` looks at it. Throws where `ref` names no commit of this clone.
 * @param root a folder of the repository
 */
export function atCommit<T>(root: string, ref: string, work: (tree: Tree) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-house-'));
  try {
    const packed = git(root, ['archive', '--format=tar', `${ref}^{commit}`]);
    execFileSync('tar', ['-x', '-C', folder], { input: packed, stdio: ['pipe', 'ignore', 'pipe'] });
    const listed = git(root, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', `${ref}^{commit}`]);
    return work({ root: folder, files: listed.toString().split('\0').filter(Boolean).toSorted() });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function git(cwd: string, args: string[]): Buffer {
  return execFileSync('git', args, { cwd, maxBuffer: MAX_BYTES, stdio: ['ignore', 'pipe', 'pipe'] });
}
