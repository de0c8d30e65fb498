import { currentLocale } from '#/language/current.ts';
import { currentSession, watchSession } from './session.ts';

/** Where the toolbar's styles find it (AccountButton.module.css): on <html>, which React leaves alone. */
const PROPERTY = '--account-initial';

/** Has the toolbar show the initial of who is signed in, from now on. */
export function showInitial(): void {
  watchSession(show);
  show();
}

function show(): void {
  const session = currentSession();
  if (session.status === 'configuring') return;
  const initial = session.status === 'authenticated' ? initialOf(session.user.name) : null;
  const { documentElement: root } = document;
  root.toggleAttribute('data-initial', initial !== null);
  if (initial === null) root.style.removeProperty(PROPERTY);
  else root.style.setProperty(PROPERTY, JSON.stringify(initial));
}

/** The first letter or digit of a name, as large; null: there is none. */
export function initialOf(name: string): string | null {
  const [first] = name.normalize('NFC').match(/\p{L}\p{M}*|\p{N}/u) ?? [];
  return first?.toLocaleUpperCase(currentLocale()) ?? null;
}
