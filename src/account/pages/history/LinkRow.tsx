import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import { PlatformMark } from '#/site/components/PlatformMark.tsx';
import { FormLink } from './FormLink.tsx';
import type { FileMode } from './mode-of.ts';
import parts from '../parts.module.css';
import classes from './History.module.css';

type Props = {
  platform: Platform | null;
  link: string;
  /** What it is called; the link itself where nothing better is known. */
  name: string;
  /** How the form is to fetch it; undefined: as it is set. */
  mode: FileMode | undefined;
  /** What is known of it, a few words each. */
  facts: ReactNode;
  isLeaving: boolean;
  onRemove: () => void;
};

/** A link that is kept for later: what it is, a way to the form with it, and one to be rid of it. */
export function LinkRow({ platform, link, name, mode, facts, isLeaving, onRemove }: Props) {
  return (
    <article className={`cluster ${classes.row}`} aria-label={name}>
      <div className={classes.about}>
        <p className={classes.link}>
          {platform && <PlatformMark platform={platform} />}
          <bdi>{name}</bdi>
        </p>
        <p className={`secondary ${parts.facts}`}>{facts}</p>
      </div>
      <div className={parts.actions}>
        <FormLink
          platform={platform}
          link={link}
          mode={mode}
          label={m.account_named({ action: m.account_queue_open(), name })}
        >
          {m.account_queue_open()}
        </FormLink>
        <Button
          variant="subtle"
          size="xs"
          disabled={isLeaving}
          onClick={onRemove}
          aria-label={m.download_remove_named({ title: name })}
        >
          {m.download_remove()}
        </Button>
      </div>
    </article>
  );
}
