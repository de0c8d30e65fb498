import { allowances } from '#app.config';
import { formatNumber, formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Usage } from '#/model/download.ts';
import { formatTimeOfDay } from '../time-of-day.ts';

type Forecast = {
  /** Files that can be had at once. */
  now: number;
  /** When the next can. */
  at: number;
  /** How many can in each window of time; at least as many as are left, where that is one window. */
  each: number;
};

/** How many of `count` links a visitor can download now, and when the others; null: all of them now. Each costs a link and a file. */
function forecastOf(count: number, { resolutions, downloads }: Usage, at: number): Forecast | null {
  const counted = [resolutions, downloads];
  const now = Math.min(...counted.map(({ remaining }) => remaining));
  if (count <= now) return null;
  const each = Math.min(...counted.map(({ limit }) => limit));
  const binding = counted.filter(({ remaining }) => remaining < count);
  // A window begins with the first that is counted.
  const resetsInS = Math.max(...binding.map(({ resetsInS: left }) => left || allowances.windowS));
  return { now, each, at: at + resetsInS * 1000 };
}

/** Says before many links are downloaded how far the visitor's limits go; null: far enough. */
export function limitForecast(count: number, usage: Usage): string | null {
  const forecast = forecastOf(count, usage, Date.now());
  if (!forecast) return null;
  const shared = { count: formatNumber(forecast.now), time: formatTimeOfDay(forecast.at) };
  if (count - forecast.now <= forecast.each) return m.download_pace_rest(shared);
  const interval = formatTimeLeft(allowances.windowS);
  return m.download_pace_then({ ...shared, limit: formatNumber(forecast.each), interval });
}
