import { Link, useLocation } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { usePageTakenOver } from '#/language/page-taken-over.ts';
import { m } from '#/language/paraglide/messages.js';
import { KEEP_SERVED_HTML } from '../keep-served-html.ts';
import { Hero } from '../frame/Hero.tsx';
import { Page } from '../frame/Page.tsx';
import { NotFoundScene } from '../scenes/NotFoundScene.tsx';
import { NotFoundForm } from './NotFoundForm.tsx';
import { shownAddress } from './page-not-found.ts';
// What the server alone makes is styled by the page.
import './NotFoundForm.module.css';

/** Parts that no visitor downloads the code of: they are as the server made them, and the form is a plain one. */
const onServer = createIsomorphicFn()
  .server((part: 'form' | 'scene') => (part === 'form' ? <NotFoundForm /> : <NotFoundScene />))
  .client((_part: 'form' | 'scene') => null);

function Served({ part }: { part: 'form' | 'scene' }) {
  const made = onServer(part);
  return made ? <div>{made}</div> : <div {...KEEP_SERVED_HTML} />;
}

/** Shown, with status 404, for a path that leads nowhere. Whoever came for a download can start it here. */
export function NotFoundPage() {
  usePageTakenOver();
  const { publicHref } = useLocation();
  const [path = ''] = publicHref.split(/[?#]/, 1);
  const told = m.site_not_found({ path: '' });
  const words = told.replace(/\s*[:：]\s*$/u, '');
  return (
    <Page>
      <title>{m.site_not_found_title()}</title>
      <Hero
        heading={
          <>
            {words}
            {/* The path stands in a line of its own: the colon between them is for who hears them. */}
            <span className="spoken">{told.slice(words.length)}</span>
            <code>{shownAddress(path)}</code>
          </>
        }
        intro={m.site_not_found_advice()}
        night="field"
      >
        <p>
          {/* Not even a part of this path is the current page. */}
          <Link to="/{-$lang}" activeOptions={{ exact: true }}>
            {m.site_go_home()}
          </Link>
        </p>
        <Served part="scene" />
      </Hero>
      <Served part="form" />
    </Page>
  );
}
