/** Finest step of a time that is shown or typed, in seconds: less than a picture of any video lasts. */
const STEP_S = 0.01;

/** `1:23.5`, `1:02:03`, `83`, `83,5` → seconds; null: not a time. Without hours, minutes may go beyond 59. */
export function parseClock(text: string): number | null {
  const parts = /^\s*(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{0,6})?)\s*$/.exec(toPlainDigits(text));
  if (!parts) return null;
  const [hours, minutes, seconds] = [parts[1], parts[2], parts[3]].map((part) => Number(part?.replace(',', '.') ?? 0));
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  if ((parts[1] !== undefined && minutes > 59) || (parts[2] !== undefined && seconds >= 60)) return null;
  return toStep(hours * 3600 + minutes * 60 + seconds);
}

/** `1:23.5`, `1:02:03.25`: seconds as they can be typed. The same in all ten languages. */
export function formatClock(seconds: number): string {
  const hundredths = Math.round(seconds / STEP_S);
  const whole = Math.floor(hundredths / 100);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  const fraction = two(hundredths % 100).replace(/(?<=\d)0$/, '');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}.${fraction}`;
}

/** Nearest time that can be shown. */
export function toStep(seconds: number): number {
  return Math.round(seconds / STEP_S) / 100;
}

/** Keyboards of Japanese, Korean and Chinese write `１：２３．５`. */
function toPlainDigits(text: string): string {
  return text.normalize('NFKC');
}
