import { randomBytes } from 'node:crypto';
import type { FailureCode } from '#/model/failure.ts';
import { type Player, playerOf, PLAYERS } from './youtube-players.ts';

/** Videos whose media have challenges, by the player that their page names. */
export const CHALLENGES: Record<string, { player: Player; what: string; code?: FailureCode }> = {
  Challenge01: { player: PLAYERS.prototypes, what: 'with challenges of a player' },
  Challenge02: { player: PLAYERS.classes, what: 'with challenges of another generation of players' },
  Challenge03: { player: PLAYERS.next, what: 'with challenges of a player that was not there before' },
  Challenge04: {
    player: PLAYERS.changed,
    what: 'with challenges of a player that nobody understands',
    code: 'extractor_broken',
  },
};

type Addressed = { url: string };

/** A format whose address is refused until its `n` is answered, and its signature in order. */
export function ciphered<F extends Addressed>({ url, ...format }: F, player: Player) {
  const address = new URL(withQuestion({ url }, player).url);
  const signature = address.searchParams.get('sig') ?? '';
  address.searchParams.delete('sig');
  const cipher = new URLSearchParams({ s: player.scramble(signature), sp: 'sig', url: address.href });
  return { ...format, signatureCipher: String(cipher) };
}

/** A format whose address is refused until its `n` is answered. */
export function withQuestion<F extends Addressed>(format: F, player: Player): F {
  const n = randomBytes(12).toString('base64url');
  const address = new URL(format.url);
  address.searchParams.set('n', n);
  // The platform knows what it asked; the replica keeps it here.
  address.searchParams.set('asked', `${player.id}.${n}`);
  return { ...format, url: address.href };
}

/** Whether an address has the answer to what was asked with it, if anything was. */
export function isAnswered(query: URLSearchParams): boolean {
  const asked = query.get('asked');
  if (asked === null) return true;
  const [id = '', n = ''] = asked.split('.');
  return query.get('n') === playerOf(id)?.answer(n);
}
