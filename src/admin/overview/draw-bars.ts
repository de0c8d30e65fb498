import uPlot, { type Series } from 'uplot';
import 'uplot/dist/uPlot.min.css';

export type Bars = {
  /** Beginnings, in seconds since 1970. */
  startsAtS: number[];
  values: number[];
  format: (value: number) => string;
  formatTime: (startsAtS: number) => string;
  /** The bar that is pointed at; null: none any more. */
  onPoint: (index: number | null) => void;
};

/** Three quarters of an hour's width, and 20 pixels at most. */
const AS_BARS: Pick<Series, 'paths'> = uPlot.paths.bars ? { paths: uPlot.paths.bars({ size: [0.75, 20] }) } : {};

export type Drawing = { resize: () => void; remove: () => void };

const HALF_HOUR_S = 30 * 60;
const HEIGHT_PX = 112;
/** Beside the bars, for what the highest is worth. */
const AXIS_PX = 64;

/** Draws bars by the colours that `--bar`, `--ink` and `--line` are in a place, as wide as that is. */
export function drawBars(place: HTMLElement, { startsAtS, values, format, formatTime, onPoint }: Bars): Drawing {
  const style = getComputedStyle(place);
  const [bar, ink, line] = ['--bar', '--ink', '--line'].map((name) => style.getPropertyValue(name).trim());
  const axis = { stroke: ink ?? '', font: `12px ${style.fontFamily}`, ticks: { show: false } };
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { range: (_, first, last) => [first - HALF_HOUR_S, last + HALF_HOUR_S] },
        y: { range: (_, __, highest) => [0, Math.max(highest, 1)] },
      },
      axes: [
        { ...axis, grid: { show: false }, size: 24, gap: 4, space: 72, values: (_, at) => at.map(formatTime) },
        {
          ...axis,
          grid: { stroke: line ?? '', width: 1 },
          size: AXIS_PX,
          // Nothing and the most: what is between is seen.
          splits: ({ scales }) => [0, scales['y']?.max ?? 1],
          values: (_, at) => at.map(format),
        },
      ],
      series: [{}, { fill: bar ?? '', width: 0, ...AS_BARS }],
      hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    },
    [startsAtS, values],
    place,
  );
  return {
    resize: () => chart.setSize({ width: place.clientWidth, height: HEIGHT_PX }),
    remove: () => chart.destroy(),
  };
}
