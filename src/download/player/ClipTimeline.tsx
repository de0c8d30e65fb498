import { m } from '#/language/paraglide/messages.js';
import { formatClock, toStep } from './clock.ts';
import classes from './ClipTimeline.module.css';

type Props = {
  startS: number | null;
  endS: number | null;
  durationS: number;
  onStart: (seconds: number) => void;
  onEnd: (seconds: number) => void;
};

/** The length of a media with a handle at each end of the clip. Two sliders over each other, so each works by keyboard and touch. */
export function ClipTimeline({ startS, endS, durationS, onStart, onEnd }: Props) {
  const start = Math.min(startS ?? 0, durationS);
  const end = Math.min(endS ?? durationS, durationS);
  const share = (seconds: number) => `${(100 * seconds) / durationS}%`;
  const shared = { min: 0, max: durationS, step: 0.1, className: classes.handle };
  return (
    <div className={classes.timeline}>
      <div className={classes.track} aria-hidden="true">
        <div
          className={classes.part}
          style={{ insetInlineStart: share(start), inlineSize: share(Math.max(0, end - start)) }}
        />
      </div>
      <input
        {...shared}
        type="range"
        value={start}
        aria-label={m.download_clip_start()}
        aria-valuetext={formatClock(start)}
        onChange={({ currentTarget }) => onStart(toStep(Math.min(currentTarget.valueAsNumber, end)))}
      />
      <input
        {...shared}
        type="range"
        value={end}
        aria-label={m.download_clip_end()}
        aria-valuetext={formatClock(end)}
        onChange={({ currentTarget }) => onEnd(toStep(Math.max(currentTarget.valueAsNumber, start)))}
      />
    </div>
  );
}
