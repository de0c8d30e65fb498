import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import type { ListKind, Media } from '#/model/media/media.ts';
import classes from './ListChecklist.module.css';

const LIST_TEXT: Record<ListKind, () => string> = {
  videos: m.download_list_videos,
  shorts: () => 'Shorts',
  streams: m.download_list_streams,
  playlists: m.download_list_playlists,
  podcasts: m.download_list_podcasts,
  releases: m.download_list_releases,
};

type Props = { lists: Media['lists']; onOpen: (link: string) => void };

/** The other lists of a channel; each is a link of its own in the queue. */
export function ChannelLists({ lists, onOpen }: Props) {
  const others = lists.filter(({ isThis }) => !isThis);
  return (
    <fieldset aria-label={m.download_lists()} className={`cluster ${classes.lists}`}>
      {others.map(({ kind, link }) => (
        <Button key={kind} variant="default" size="compact-md" className={classes.other} onClick={() => onOpen(link)}>
          {LIST_TEXT[kind]()}
        </Button>
      ))}
    </fieldset>
  );
}
