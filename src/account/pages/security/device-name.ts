import { m } from '#/language/paraglide/messages.js';

/**
 * By what a browser's name for itself tells the browser; the first that fits counts, since most claim to be several. Amplify names those
 * of Chromium's family by their client hints (`macOS 15.1 arm macOS Google Chrome/140;Chromium/140`), others by the user agent.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsung(?:Browser| Internet)\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bChromium\//, 'Chromium'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b|\bChrom(?:e|ium) OS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b|\bmacOS\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What to call a device, which the identity service knows by what its browser calls itself: `Firefox on Linux`. */
export function deviceName(name: string | null): string {
  if (name === null || name.trim() === '') return m.account_device_unknown();
  const find = (signs: readonly [RegExp, string][]) => signs.find(([sign]) => sign.test(name))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system ? m.account_device_name({ browser, system }) : (browser ?? system ?? name);
}
