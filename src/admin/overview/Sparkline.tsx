import type { Hour } from './hours.ts';
import classes from './Overview.module.css';

/** Of the drawing's own units, which stretch to the room that there is. */
const HEIGHT = 24;
const BAR = 4;
const GAP = 1;

/** Hours as small bars: what went well from below, failures above it. The figures stand beside it. */
export function Sparkline({ hours }: { hours: readonly Hour[] }) {
  const highest = Math.max(1, ...hours.map(({ links, files, failures }) => links + files + failures));
  const heightOf = (count: number) => (count / highest) * HEIGHT;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${hours.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classes.spark}
    >
      {hours.map(({ startsAt, links, files, failures }, at) => {
        const [good, bad] = [heightOf(links + files), heightOf(failures)];
        const bar = { x: at * BAR, width: BAR - GAP };
        return (
          <g key={startsAt}>
            {good + bad === 0 && <rect {...bar} y={HEIGHT - 1} height={1} className={classes.quiet} />}
            {good > 0 && <rect {...bar} y={HEIGHT - good} height={good} className={classes.good} />}
            {bad > 0 && <rect {...bar} y={HEIGHT - good - bad} height={bad} className={classes.bad} />}
          </g>
        );
      })}
    </svg>
  );
}
