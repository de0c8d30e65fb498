import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Media } from '#/model/media/media.ts';
import classes from './ClipTimeline.module.css';

/** What is played, and what is known of its moments. */
export type FilmProps = {
  player: RefObject<HTMLVideoElement | null>;
  /** Has the player go to a time. */
  onSeek: (seconds: number) => void;
  durationS: number;
  chapters: Media['chapters'];
  /** Link of the pictures; null: there are none. */
  storyboard: string | null;
};

type Props = Pick<FilmProps, 'player' | 'onSeek' | 'durationS'> & {
  /** A moment in words. */
  describe: (seconds: number) => string;
  /** Somebody points at a moment, by whatever means; null: no more. */
  onPoint: (seconds: number | null) => void;
};

/** Where the player stands, to be moved. */
export function Scrubber({ player, onSeek, durationS, describe, onPoint }: Props) {
  const nowS = useTimeOf(player);
  const pointBy = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - THUMB_PX / 2) / (width - THUMB_PX);
    if (width > THUMB_PX) onPoint(Math.min(1, Math.max(0, share)) * durationS);
  };
  const seek = (seconds: number) => {
    onSeek(seconds);
    onPoint(seconds);
  };
  return (
    <input
      type="range"
      min={0}
      max={durationS}
      step={0.1}
      value={Math.min(nowS, durationS)}
      aria-label={m.download_scrubber()}
      aria-valuetext={describe(nowS)}
      className={classes.position}
      onPointerMove={pointBy}
      onPointerDown={pointBy}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(nowS)}
      onBlur={() => onPoint(null)}
      onKeyDown={(event) => {
        const stepS = STEPS[event.key];
        if (stepS === undefined) return;
        event.preventDefault();
        seek(Math.min(durationS, Math.max(0, nowS + stepS)));
      }}
      onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
    />
  );
}

/** As wide as `--handle` in ClipTimeline.module.css: a slider's end is where the middle of its thumb can go. */
const THUMB_PX = 24;

/** Seconds that a key moves by: the slider's own step is too fine for a film. */
const STEPS: Record<string, number> = {
  ArrowRight: 5,
  ArrowUp: 5,
  ArrowLeft: -5,
  ArrowDown: -5,
  PageUp: 60,
  PageDown: -60,
};

/** Seconds at which a player stands. */
function useTimeOf(player: FilmProps['player']): number {
  const [nowS, setNow] = useState(0);
  useEffect(() => {
    const element = player.current;
    if (!element) return;
    const tell = () => setNow(element.currentTime);
    const events = ['timeupdate', 'seeking', 'seeked'] as const;
    for (const event of events) element.addEventListener(event, tell);
    return () => {
      for (const event of events) element.removeEventListener(event, tell);
    };
  }, [player]);
  return nowS;
}
