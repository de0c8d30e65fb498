import { platforms } from '#app.config';
import type { FoundLink } from '#/model/links/links.ts';
import { PlatformMark } from '#/site/frame/PlatformMark.tsx';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import classes from './LinkChips.module.css';

/** Each link of the field as it was recognised; a bad one says why, before anything is sent. */
export function LinkChips({ links }: { links: readonly FoundLink[] }) {
  return (
    <ul className={classes.chips}>
      {links.map(({ link, platform, problem }) => (
        <li key={link} className={classes.chip} data-bad={problem ? true : undefined}>
          {platform && <PlatformMark platform={platform} />}
          <span className={classes.text}>
            {platform && <span className={classes.platform}>{platforms[platform].name}</span>}
            <bdi>{link.replace(/^https?:\/\/(?:www\.)?/, '')}</bdi>
          </span>
          {problem && <span className={classes.problem}>{FAILURE_TEXT[problem].title()}</span>}
        </li>
      ))}
    </ul>
  );
}
