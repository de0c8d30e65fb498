/** Of a machine that is four times as fast as the phone, which is what Lighthouse takes one for that nobody calibrated. */
export const UNCALIBRATED_INDEX = 1533;

/**
 * Lighthouse's calibration (its docs/throttling.md and the calculator that it links to): what a machine's `benchmarkIndex` is, and how many
 * times slower Lighthouse's mid-range phone is than it.
 */
const CALIBRATION = [
  [150, 1],
  [800, 2],
  [1300, 3],
  [UNCALIBRATED_INDEX, 4],
] as const;

/**
 * How many times slower than a machine the phone is that pages are looked at with, to one decimal.
 * @param benchmarkIndex Lighthouse's measure of the machine, without a unit. Throws for a machine that is no faster than the phone.
 */
export function phoneSlowdown(benchmarkIndex: number): number {
  const from = CALIBRATION.findLastIndex(([index]) => index <= benchmarkIndex);
  if (from === -1) throw new Error(`This machine is slower than a phone: ${benchmarkIndex}, by Lighthouse's measure.`);
  // Above the last point the line between the last two goes on.
  const [start, end] = CALIBRATION.slice(Math.min(from, CALIBRATION.length - 2));
  if (!start || !end) throw new Error('A line has two points.');
  const perIndex = (end[1] - start[1]) / (end[0] - start[0]);
  return Math.round(10 * (start[1] + (benchmarkIndex - start[0]) * perIndex)) / 10;
}
