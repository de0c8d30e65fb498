import { type ComponentType, type MouseEvent, useState } from 'react';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { isPlainClick } from '#/site/browser/plain-click.ts';
import { navigateTo } from '#/site/pages/navigate.ts';
import { createServerPart } from '#/site/serving/server-part.tsx';
import { seemsSignedIn } from './session/bearer.ts';
// What stays as the server made it still needs its styles.
import './AccountButton.module.css';

const Link = createServerPart<object>(async () => (await import('./AccountLink.tsx')).AccountLink);

/** Has its link there before the page speaks another language. */
export const preloadAccountButton = () => Link.preload();

type Door = ComponentType<{ onClose: () => void }>;

/**
 * A link to the account. Who is signed in has a menu below it, who is not yet signs in right here, in a dialog; both are loaded by the
 * click.
 */
export function AccountButton() {
  const [Door, setDoor] = useState<Door | null>(null);
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (Door) return setDoor(null);
    const door = seemsSignedIn()
      ? import('./load-account-menu.ts').then(({ loadAccountMenu }) => loadAccountMenu())
      : import('./AccountDialog.tsx').then(({ AccountDialog }) => AccountDialog);
    // Where it does not come, the link is followed after all: the browser says why.
    const follow = () => navigateTo(localizePath('/account', currentLocale()));
    door.then((loaded) => setDoor(() => loaded), follow);
  };
  return (
    <>
      <span onClickCapture={open}>
        <Link />
      </span>
      {Door && <Door onClose={() => setDoor(null)} />}
    </>
  );
}
