/**
 * One figure of ours beside a baseline's from the same run. `ratio` is ours / baseline; null where the baseline is zero. `fault`: what
 * is wrong about it, where a figure is judged.
 */
export type Row = {
  case: string;
  metric: string;
  ours: number;
  baseline: number;
  ratio: number | null;
  fault?: string;
};

export function row(name: string, metric: string, ours: number, baseline: number): Row {
  return {
    case: name,
    metric,
    ours: round(ours),
    baseline: round(baseline),
    ratio: baseline === 0 ? null : round(ours / baseline),
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

/** The value below which this share of them is: 0.99 for p99. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

export function printTable(rows: readonly Row[]): void {
  const header = ['case', 'metric', 'ours', 'baseline', 'ratio'];
  const lines = rows.map((r) => [r.case, r.metric, `${r.ours}`, `${r.baseline}`, r.ratio?.toFixed(3) ?? '–']);
  const widths = header.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i]?.length ?? 0)));
  for (const line of [header, ...lines]) {
    console.log(
      line.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    );
  }
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
