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
  useEffect(() => (list.current ? keepInSight(list.current, path) : undefined), [path]);
  return (
    <nav className={`${classes.menu} ${className}`} aria-label={label}>
      <ul ref={list}>
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

/**
 * Has the page that is shown in the middle of the line, whenever that becomes wider or narrower, and tells the style at which ends the line
 * goes on. The page itself stays where it is. Returns how to undo it.
 */
function keepInSight(line: HTMLElement, path: string): () => void {
  const tellEnds = () => {
    const hiddenPx = line.scrollWidth - line.clientWidth - line.scrollLeft;
    line.dataset['more'] = `${line.scrollLeft > 1 ? 'before' : ''} ${hiddenPx > 1 ? 'after' : ''}`.trim();
  };
  const show = () => {
    const current = line.querySelector(`[href="${path}"]`)?.getBoundingClientRect();
    const { left, width } = line.getBoundingClientRect();
    if (current) line.scrollLeft += current.left - left - (width - current.width) / 2;
    tellEnds();
  };
  const observer = new ResizeObserver(show);
  observer.observe(line);
  line.addEventListener('scroll', tellEnds, { passive: true });
  show();
  return () => {
    observer.disconnect();
    line.removeEventListener('scroll', tellEnds);
  };
}
