import { posix } from 'node:path';

/**
 * The same names, each once: a later one that is taken becomes `name (2).ext`. Names that differ in case or in how their letters are
 * composed count as the same, for they are one file on Windows and macOS.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  // Where counting goes on, so that many equal names are not counted from the start each time.
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    let number = nextNumbers.get(identity(name)) ?? 2;
    while (taken.has(identity(unique))) unique = numbered(name, number++);
    nextNumbers.set(identity(name), number);
    taken.add(identity(unique));
    return unique;
  });
}

function identity(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function numbered(name: string, number: number): string {
  const extension = posix.extname(name);
  return `${name.slice(0, name.length - extension.length)} (${number})${extension}`;
}
