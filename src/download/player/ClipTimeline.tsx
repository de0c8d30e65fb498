import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDuration } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { formatClock, toStep } from './clock.ts';
import { Moment } from './Moment.tsx';
import { type FilmProps, Scrubber } from './Scrubber.tsx';
import { pictureAt, storyboardQuery } from './storyboard.ts';
import classes from './ClipTimeline.module.css';

type Props = FilmProps & {
  startS: number | null;
  endS: number | null;
  onStart: (seconds: number) => void;
  onEnd: (seconds: number) => void;
};

/**
 * The length of a media: where it is played, and a handle at each end of the clip. Sliders over each other, so each works by keyboard and
 * touch; whatever is pointed at or moved, the moment is shown that it stands at.
 */
export function ClipTimeline({ startS, endS, onStart, onEnd, player, onSeek, durationS, chapters, storyboard }: Props) {
  const [pointedS, setPointed] = useState<number | null>(null);
  const [isWanted, setWanted] = useState(false);
  const asked = { ...storyboardQuery(storyboard ?? ''), enabled: isWanted && storyboard !== null };
  const { data: pictures = [] } = useQuery(asked);
  const point = (seconds: number | null) => {
    setWanted(isWanted || seconds !== null);
    setPointed(seconds);
  };
  const start = Math.min(startS ?? 0, durationS);
  const end = Math.min(endS ?? durationS, durationS);
  const share = (seconds: number) => `${(100 * seconds) / durationS}%`;
  // A second is named when it has begun, as players do.
  const timeOf = (seconds: number) => formatDuration(Math.floor(seconds));
  const chapterAt = (seconds: number) =>
    chapters.find((one) => one.startS <= seconds && seconds < one.endS)?.title ?? '';
  const describe = (seconds: number) => [timeOf(seconds), chapterAt(seconds)].filter(Boolean).join(' · ');
  const handle = (label: string, value: number, bounded: (seconds: number) => number, onMove: typeof onStart) => (
    <input
      type="range"
      min={0}
      max={durationS}
      step={0.1}
      value={value}
      aria-label={label}
      aria-valuetext={formatClock(value)}
      className={classes.handle}
      onFocus={() => point(value)}
      onBlur={() => point(null)}
      onPointerEnter={() => point(value)}
      onPointerLeave={() => point(null)}
      onChange={({ currentTarget }) => {
        const seconds = toStep(bounded(currentTarget.valueAsNumber));
        point(seconds);
        onMove(seconds);
      }}
    />
  );
  return (
    <div className={classes.whole}>
      <div className={classes.timeline}>
        {pointedS !== null && (
          <Moment
            picture={pictureAt(pictures, pointedS)}
            time={timeOf(pointedS)}
            chapter={chapterAt(pointedS)}
            share={Math.min(1, pointedS / durationS)}
          />
        )}
        <div className={classes.track} aria-hidden="true">
          <div
            className={classes.part}
            style={{ insetInlineStart: share(start), inlineSize: share(Math.max(0, end - start)) }}
          />
        </div>
        <Scrubber {...{ player, onSeek, durationS, describe }} onPoint={point} />
        {handle(m.download_clip_start(), start, (seconds) => Math.min(seconds, end), onStart)}
        {handle(m.download_clip_end(), end, (seconds) => Math.max(seconds, start), onEnd)}
      </div>
      <div className={`fine-print ${classes.ends}`} aria-hidden="true">
        <span>{formatDuration(0)}</span>
        <span>{formatDuration(durationS)}</span>
      </div>
    </div>
  );
}
