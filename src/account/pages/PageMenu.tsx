import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './PageMenu.module.css';

type Props = {
  /** What the menu is called. */
  label: string;
  pages: readonly { to: LinkProps['to']; name: string }[];
  /** How it stands on its page. */
  className?: string | undefined;
};

/** The pages of an area. On a narrow screen they are one line to push along, which shows that it goes on. */
export function PageMenu({ label, pages, className = '' }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The page that is shown may be out of sight in the line.
  useEffect(() => {
    const current = list.current?.querySelector(`[href="${path}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <nav className={`${classes.menu} ${className}`} aria-label={label}>
      <ul ref={list} className="pushed">
        {pages.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              className="entry"
              activeOptions={{ exact: true, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
