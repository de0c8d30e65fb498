import { ADMIN_GROUP } from '#/model/admin-access.ts';
import { hasAccounts } from '../browser/has-accounts.ts';
import { pageNotFound } from './page-not-found.ts';

/** Who looks at a page; null: nobody is signed in; undefined: not known, as on the server, which pages do not tell. */
type Looker = { groups: readonly string[] } | null | undefined;

/** Whether a page is for who looks: `absent`, there is no such page in this installation; `signIn`, for who is signed in; `refused`, for others. */
type Verdict = 'open' | 'absent' | 'signIn' | 'refused';

type Guard = (looker: Looker) => Verdict;

const signedIn: Guard = (looker) => {
  if (!hasAccounts()) return 'absent';
  return looker === null ? 'signIn' : 'open';
};

const administrator: Guard = (looker) => {
  const verdict = signedIn(looker);
  return verdict === 'open' && looker && !looker.groups.includes(ADMIN_GROUP) ? 'refused' : verdict;
};

/** What a page may ask of who looks at it, by name. The server asks for itself whatever such a page asks it for. */
const GUARDS = { 'signed-in': signedIn, administrator } satisfies Record<string, Guard>;

export type GuardName = keyof typeof GUARDS;

/** A page names a guard that there is not: a bug, which answers the page with an error (docs/specification.md 8.3). */
export class UnknownGuard extends Error {
  override readonly name = 'UnknownGuard';

  readonly guard: string;

  constructor(guard: string) {
    super('Unknown route middleware');
    this.guard = guard;
  }
}

/**
 * Asks a guard.
 * @throws UnknownGuard
 */
export function askGuard(name: string, looker?: Looker): Verdict {
  if (!isGuardName(name)) throw new UnknownGuard(name);
  return GUARDS[name](looker);
}

/**
 * `beforeLoad` of a guarded route. Who looks is not known yet: the page that is loaded asks once more (askGuard) when they are.
 * @throws UnknownGuard
 */
export function guardedBy(name: GuardName): (visit: { location: { publicHref: string } }) => void {
  return ({ location }) => {
    if (askGuard(name) === 'absent') throw pageNotFound(location.publicHref);
  };
}

function isGuardName(name: string): name is GuardName {
  return Object.hasOwn(GUARDS, name);
}
