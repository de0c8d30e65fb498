import { currentLocale } from './current.ts';
import { LOCALES } from './locales.ts';

/** Numbers, sizes, times and dates as the page's language writes them. */

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function iso(): string {
  return LOCALES[currentLocale()].iso;
}

function scaled(bytes: number): { value: number; unit: (typeof UNITS)[number] } {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return { value: bytes / 1000 ** step, unit: UNITS[step] ?? 'byte' };
}

/** `48.3 MB`; decimal units, as browsers and file managers show a download. */
export function formatBytes(bytes: number): string {
  const { value, unit } = scaled(bytes);
  const maximumFractionDigits = unit === 'byte' || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return formatUnit(value, unit, { maximumFractionDigits });
}

/** In French what stands before a unit is a narrow space, which Manrope has not: browsers halve its space, and the unit stands at the number. */
function formatUnit(value: number, unit: string, options: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat(iso(), { style: 'unit', unit, unitDisplay: 'short', ...options });
  return format.format(value).replace(/\u202f(?=\D+$)/, '\u00a0');
}

/** `21 MB/s` */
export function formatSpeed(bytesPerS: number): string {
  const { value, unit } = scaled(bytesPerS);
  return formatUnit(value, `${unit}-per-second`, { maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** `3:07` or `1:02:09`: how long a media plays. The same in all ten languages. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** `3 sec`, `4 min`: how long something takes. */
export function formatTimeLeft(seconds: number): string {
  const [value, unit] =
    seconds < 60
      ? [Math.ceil(seconds), 'second']
      : seconds < 3600
        ? [Math.ceil(seconds / 60), 'minute']
        : [seconds / 3600, 'hour'];
  return formatUnit(Number(value), String(unit), { maximumFractionDigits: 1 });
}

/** Those that there are, one after the other, each with the gap before it that its language wants. */
export function joinSentences(sentences: readonly (string | null | undefined | false)[]): string {
  return sentences
    .filter((sentence) => !!sentence)
    .reduce<string>((text, sentence) => text + gapAfter(text) + sentence, '');
}

/** What stands between a sentence and what follows it, such as a link: a space, but none behind a mark that is as wide as a letter (`。`). */
export function gapAfter(sentence: string): '' | ' ' {
  return /(?:^|[。！？])$/.test(sentence) ? '' : ' ';
}

/** A name from elsewhere within a text of our own: one that is written from right to left leaves what stands beside it where it is. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** `30 days` */
export function formatDays(days: number): string {
  return new Intl.NumberFormat(iso(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}

/** `43%` of a share between 0 and 1; never 100 before it is whole. */
export function formatPercent(share: number): string {
  const shown = share < 1 ? Math.min(share, 0.99) : 1;
  return new Intl.NumberFormat(iso(), { style: 'percent', maximumFractionDigits: 0 }).format(shown);
}

const DATE = { dateStyle: 'medium', timeZone: 'UTC' } as const;
const INSTANT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const;

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than all that it ever formats on a page. */
function dateFormat(style: typeof DATE | typeof INSTANT): Intl.DateTimeFormat {
  const key = `${iso()} ${style === DATE ? 'date' : 'instant'}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(iso(), style);
  dateFormats.set(key, format);
  return format;
}

/** Russian years are followed by an abbreviation (`2026 г.`), which begins no line. */
function dated(format: Intl.DateTimeFormat, instant: Date): string {
  return format.format(instant).replace(/(?<=\d)\s(?=г\.)/u, '\u00a0');
}

/** `Sep 1, 2026`. In UTC, so that server and browser agree. */
export function formatDate(instant: string): string {
  return dated(dateFormat(DATE), new Date(instant));
}

/** `Sep 1, 2026, 3:07 PM`, where the visitor is: for what is rendered in the browser only. */
export function formatDateTime(instant: string): string {
  return dated(new Intl.DateTimeFormat(iso(), { dateStyle: 'medium', timeStyle: 'short' }), new Date(instant));
}

/** `Sep 1, 2026, 3:07 PM UTC`: an instant, the same on server and browser. */
export function formatInstant(instant: string): string {
  return dated(dateFormat(INSTANT), new Date(instant));
}

/** `Sat 3:00 PM`: an hour of the week, where the visitor is. */
export function formatHour(instant: string): string {
  const options = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(iso(), options).format(new Date(instant));
}

/** `Friday, November 27 at 8:00 PM`, where the visitor is; with the year unless it is this one. */
export function formatMoment(instant: string, now: number): string {
  const day = new Date(instant);
  const options = { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const year = day.getFullYear() === new Date(now).getFullYear() ? {} : ({ year: 'numeric' } as const);
  return dated(new Intl.DateTimeFormat(iso(), { ...options, ...year }), day);
}

const DAY_MS = 24 * 60 * 60_000;

/** `Today`, `Yesterday`, `Friday, November 20`: a day where the visitor is; with the year unless it is this one. */
export function formatDay(instant: string, now: number): string {
  const [day, today] = [new Date(instant), new Date(now)];
  const midnight = (of: Date) => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
  // A day in which the clocks are set has an hour less or more.
  const ago = Math.round((midnight(today) - midnight(day)) / DAY_MS);
  if (ago === 0 || ago === 1) {
    const [first = '', ...rest] = new Intl.RelativeTimeFormat(iso(), { numeric: 'auto' }).format(-ago, 'day');
    return first.toLocaleUpperCase(iso()) + rest.join('');
  }
  const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return dated(new Intl.DateTimeFormat(iso(), { weekday: 'long', month: 'long', day: 'numeric', ...year }), day);
}

/** `3:07 PM`, where the visitor is. */
export function formatTime(instant: string): string {
  return new Intl.DateTimeFormat(iso(), { timeStyle: 'short' }).format(new Date(instant));
}

/** `in 3 hours`: how far off something is, in minutes below an hour, and in hours below two days. */
export function formatDistance(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  const hours = Math.round(minutes / 60);
  const [value, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : hours < 48
        ? ([hours, 'hour'] as const)
        : ([Math.round(hours / 24), 'day'] as const);
  return new Intl.RelativeTimeFormat(iso()).format(value, unit);
}

/** `99.7%` of a share between 0 and 1; never 100 before it is whole. */
export function formatRate(share: number): string {
  const shown = Math.floor(share * 1000) / 1000;
  return new Intl.NumberFormat(iso(), { style: 'percent', maximumFractionDigits: 1 }).format(shown);
}

/** `Facebook, TikTok, and YouTube` */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(iso()).format(items);
}

/** `1,234` */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(iso()).format(value);
}

/** By the page's language: each takes longer to make than all that it is asked. */
const namesByPage = new Map<string, Intl.DisplayNames>();

/** The name of a language in the page's language; its tag when it has none. */
export function languageName(tag: string): string {
  const names = namesByPage.get(iso()) ?? new Intl.DisplayNames(iso(), { type: 'language' });
  namesByPage.set(iso(), names);
  try {
    return names.of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}
