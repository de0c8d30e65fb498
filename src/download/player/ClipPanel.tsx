import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { readClip } from './clip.ts';
import { ClipOffer, type ClipOfferProps } from './ClipOffer.tsx';
import { ClipTimeline } from './ClipTimeline.tsx';
import { formatClock } from './clock.ts';
import { TimeField } from './TimeField.tsx';
import classes from './ClipPanel.module.css';

type Props = Omit<ClipOfferProps, 'clip'> & {
  durationS: number | null;
  /** Seconds at which the player stands. */
  now: () => number;
  /** Shows what is at a time. */
  onSeek: (seconds: number) => void;
};

/** Takes a part of a media: its two ends by handles, by the player or by typing, and what can be had of it. */
export function ClipPanel({ durationS, now, onSeek, ...offer }: Props) {
  const { startS } = offer.resolved.media.hints;
  const [startText, setStartText] = useState(startS ? formatClock(startS) : '');
  const [endText, setEndText] = useState('');
  const { clip, start, end } = readClip(startText, endText, durationS);
  const move = (setText: (text: string) => void) => (seconds: number) => {
    setText(formatClock(seconds));
    onSeek(seconds);
  };
  return (
    <fieldset className={classes.panel}>
      <legend className={classes.legend}>{m.download_clip_heading()}</legend>
      {durationS !== null && durationS > 0 && (
        <ClipTimeline
          startS={start.seconds}
          endS={end.seconds}
          durationS={durationS}
          onStart={move(setStartText)}
          onEnd={move(setEndText)}
        />
      )}
      <div className={classes.times}>
        <TimeField
          label={m.download_clip_start()}
          setLabel={m.download_clip_set_start()}
          text={startText}
          problem={start.problem}
          durationS={durationS}
          onChange={setStartText}
          onSet={() => setStartText(formatClock(now()))}
        />
        <TimeField
          label={m.download_clip_end()}
          setLabel={m.download_clip_set_end()}
          text={endText}
          problem={end.problem}
          durationS={durationS}
          onChange={setEndText}
          onSet={() => setEndText(formatClock(now()))}
        />
      </div>
      <ClipOffer {...offer} clip={clip} />
    </fieldset>
  );
}
