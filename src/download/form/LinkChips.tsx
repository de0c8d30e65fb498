import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { FoundLink } from '#/model/links/links.ts';
import { IconButton } from '#/site/components/IconButton.tsx';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { shownLink } from '../queue/shown-link.ts';
import classes from './LinkChips.module.css';

type Props = { links: readonly FoundLink[]; onRemove: (link: string) => void };

/** Links that were pasted, in the field, each as it was recognised; a bad one says why, before anything is sent. */
export function LinkChips({ links, onRemove }: Props) {
  return (
    <ul className={classes.chips}>
      {links.map(({ link, platform, problem }) => (
        <li key={link} className={classes.chip} data-bad={problem ? true : undefined}>
          {platform && <PlatformMark platform={platform} />}
          <span className={classes.text} title={link}>
            {platform && <span className={classes.platform}>{platforms[platform].name}</span>}
            <bdi>{shownLink(link, platform)}</bdi>
          </span>
          {problem && <span className={classes.problem}>{FAILURE_TEXT[problem].title()}</span>}
          <IconButton
            sign="cross"
            className={classes.remove}
            aria-label={m.download_remove_named({ title: link })}
            onClick={() => onRemove(link)}
          />
        </li>
      ))}
    </ul>
  );
}
