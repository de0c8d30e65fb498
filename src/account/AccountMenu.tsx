import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { ADMIN_GROUP } from '#/model/admin-access.ts';
import classes from './AccountMenu.module.css';
import { leaveAccount } from './session/leave-account.ts';
import { useSession } from './session/session.ts';

type Props = { onClose: () => void };

const PAGES = [
  { to: '/{-$lang}/account', label: m.account_history_heading },
  { to: '/{-$lang}/account/preferences', label: m.account_preferences_heading },
  { to: '/{-$lang}/account/security', label: m.account_security_heading },
] as const;
const ADMIN_PAGE = { to: '/{-$lang}/admin', label: m.account_admin } as const;

/**
 * Below the account's button: who is signed in, the pages of the account, an administrator's way to theirs, and the way out. It closes by
 * Escape, and as soon as the visitor turns to something else.
 */
export function AccountMenu({ onClose }: Props) {
  const session = useSession();
  const sheet = useRef<HTMLDivElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => followOpener(sheet.current, () => close()), []);
  const isOver = session.status === 'unauthenticated';
  useEffect(() => {
    if (isOver) close();
  }, [isOver]);
  const user = session.status === 'authenticated' ? session.user : null;
  const pages = user?.groups.includes(ADMIN_GROUP) ? [...PAGES, ADMIN_PAGE] : PAGES;
  const leave = () => {
    setLeaving(true);
    void leaveAccount().then(onClose);
  };
  return (
    <div ref={sheet} className={`sheet ${classes.sheet}`}>
      <p className={`fine-print ${classes.who}`}>{user && m.account_signed_in({ name: user.name })}</p>
      <nav aria-label={m.account_link()}>
        <ul className={classes.pages}>
          {pages.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="entry" onClick={onClose}>
                {label()}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <button type="button" className={`entry ${classes.leave}`} disabled={isLeaving} onClick={leave}>
        {m.account_sign_out()}
      </button>
    </div>
  );
}

/** Says beside the button that its menu is open, and closes that when it is time to. Returns how to stop. */
function followOpener(sheet: HTMLElement | null, onClose: () => void): () => void {
  const button = sheet?.previousElementSibling;
  const opener = button?.querySelector('a');
  const undoing = new AbortController();
  const { signal } = undoing;
  opener?.setAttribute('aria-expanded', 'true');
  addEventListener(
    'keydown',
    ({ key, isComposing }) => {
      if (key !== 'Escape' || isComposing) return;
      if (sheet?.contains(document.activeElement)) opener?.focus();
      onClose();
    },
    { signal },
  );
  for (const turn of ['pointerdown', 'focusin'] as const) {
    const look = ({ target }: Event) => {
      if (target instanceof Node && !sheet?.contains(target) && !button?.contains(target)) onClose();
    };
    document.addEventListener(turn, look, { signal });
  }
  return () => {
    undoing.abort();
    opener?.removeAttribute('aria-expanded');
  };
}
