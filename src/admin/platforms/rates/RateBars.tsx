import classes from './Rates.module.css';
import { rateOf, type Span } from './spans.ts';

/** Of the drawing's own units, which stretch to the room that there is. */
const HEIGHT = 100;
const BAR = 10;
const GAP = 2;

type Props = {
  spans: readonly Span[];
  /** What the bars come to; without it that is told beside them. */
  label?: string;
  className: string | undefined;
};

/** How large a share of links a platform answered, as bars as large as `className` says. */
export function RateBars({ spans, label, className }: Props) {
  return (
    <svg
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      viewBox={`0 0 ${spans.length * BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={className}
    >
      {spans.map((span, at) => (
        <Bar key={span.startsAt} span={span} x={at * BAR} />
      ))}
    </svg>
  );
}

/** Answers from below, what was not answered above them, with a gap between: who sees no colours sees the gap. */
function Bar({ span, x }: { span: Span; x: number }) {
  const rate = rateOf(span);
  if (rate === null) return <rect className={classes.quiet} x={x} y={HEIGHT - 2} width={BAR - GAP} height={2} />;
  const answered = rate * HEIGHT;
  const faults = Math.max(0, HEIGHT - answered - (answered > 0 ? 2 * GAP : 0));
  return (
    <>
      <rect className={classes.answers} x={x} y={HEIGHT - answered} width={BAR - GAP} height={answered} />
      {rate < 1 && <rect className={classes.faults} x={x} y={0} width={BAR - GAP} height={faults} />}
    </>
  );
}
