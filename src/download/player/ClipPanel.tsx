import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { ClipOffer, type ClipOfferProps } from './ClipOffer.tsx';
import { ClipTimeline } from './ClipTimeline.tsx';
import { formatClock } from './clock.ts';
import type { FilmProps } from './Scrubber.tsx';
import { TimeField } from './TimeField.tsx';
import { readClip } from './clip.ts';
import classes from './ClipPanel.module.css';

type Props = Omit<ClipOfferProps, 'clip'> &
  Omit<FilmProps, 'durationS'> & {
    durationS: number | null;
    /** There is a clip, or no more. */
    onClip: (hasClip: boolean) => void;
  };

/** Takes a part of a media: its two ends by handles, by the player or by typing, and what can be had of it. */
export function ClipPanel({ durationS, player, onSeek, storyboard, chapters, onClip, ...offer }: Props) {
  const { hints } = offer.resolved.media;
  const { texts, setStart, setEnd, clip, start, end } = useClip(durationS, hints.startS, onClip);
  const move = (setText: (text: string) => void) => (seconds: number) => {
    setText(formatClock(seconds));
    onSeek(seconds);
  };
  const take = (setText: (text: string) => void) => () => setText(formatClock(player.current?.currentTime ?? 0));
  return (
    <fieldset className={classes.panel}>
      <legend className={classes.legend}>{m.download_clip_heading()}</legend>
      {durationS !== null && durationS > 0 && (
        <ClipTimeline
          {...{ player, onSeek, storyboard, chapters, durationS }}
          startS={start.seconds}
          endS={end.seconds}
          onStart={move(setStart)}
          onEnd={move(setEnd)}
        />
      )}
      <div className={classes.times}>
        <TimeField
          label={m.download_clip_start()}
          setLabel={m.download_clip_set_start()}
          text={texts.start}
          problem={start.problem}
          durationS={durationS}
          onChange={setStart}
          onSet={take(setStart)}
        />
        <TimeField
          label={m.download_clip_end()}
          setLabel={m.download_clip_set_end()}
          text={texts.end}
          problem={end.problem}
          durationS={durationS}
          onChange={setEnd}
          onSet={take(setEnd)}
        />
      </div>
      <ClipOffer {...offer} clip={clip} />
    </fieldset>
  );
}

/**
 * The two ends of a clip as they are typed, and what they mean. `from`: where it begins unless something else is typed. `onClip` is told
 * with each change whether there is one: whoever only wants to know that is not rendered for each letter.
 */
function useClip(durationS: number | null, from: number | null, onClip: (hasClip: boolean) => void) {
  const [texts, setTexts] = useState({ start: from ? formatClock(from) : '', end: '' });
  const change = (own: Partial<typeof texts>) => {
    const next = { ...texts, ...own };
    setTexts(next);
    onClip(readClip(next.start, next.end, durationS).clip !== null);
  };
  return {
    texts,
    setStart: (start: string) => change({ start }),
    setEnd: (end: string) => change({ end }),
    ...readClip(texts.start, texts.end, durationS),
  };
}
