import { randomInt } from 'node:crypto';
import type { PasswordSettings } from '#/model/account.ts';

/** Without signs that are taken for one another when typed from a letter. */
const KINDS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+=?@'] as const;
const LENGTH_MIN = 14;

/** A random password that every policy takes: it has signs of all kinds, and begins with a letter. */
export function temporaryPassword({ minLength }: Pick<PasswordSettings, 'minLength'>): string {
  const all = KINDS.join('');
  const rest = Array.from({ length: Math.max(minLength, LENGTH_MIN) - KINDS.length }, () => pick(all));
  const [first, ...needed] = KINDS.map(pick);
  return [first, ...shuffled([...needed, ...rest])].join('');
}

function pick(signs: string): string {
  return signs.charAt(randomInt(signs.length));
}

function shuffled(signs: readonly string[]): string[] {
  const left = [...signs];
  return signs.flatMap(() => left.splice(randomInt(left.length), 1));
}
