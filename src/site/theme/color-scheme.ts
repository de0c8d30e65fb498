import { recall, remember } from '../browser/local-storage.ts';

/** The setting for dark mode (docs/specification.md 4.6: auto, true, false), by the names Mantine stores. */
export const SCHEMES = ['auto', 'light', 'dark'] as const;
export type ColorScheme = (typeof SCHEMES)[number];

/** Where it is remembered. Mantine's own name for it, which who has chosen before has it under. */
const STORAGE_KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';
const DARK = '(prefers-color-scheme: dark)';

export function isColorScheme(value: unknown): value is ColorScheme {
  return SCHEMES.some((scheme) => scheme === value);
}

/** Sets light or dark before the first paint; without it the page flashes. What it says is `showChosenScheme`, for a page without code. */
export const COLOR_SCHEME_SCRIPT = `{let s,r=document.documentElement;try{s=localStorage.getItem('${STORAGE_KEY}')}catch{}s=s==='light'||s==='dark'?s:'auto';r.dataset.scheme=s;r.setAttribute('${ATTRIBUTE}',s!=='auto'?s:matchMedia('${DARK}').matches?'dark':'light')}`;

/** The same for a page that stands alone: without a choice its style follows the system by itself, for as long as it is open. */
export const CHOSEN_SCHEME_SCRIPT = `{let s;try{s=localStorage.getItem('${STORAGE_KEY}')}catch{}if(s==='light'||s==='dark')document.documentElement.setAttribute('${ATTRIBUTE}',s)}`;

/** Shows and remembers a choice. It is told as if it had been made in another tab: to that, all parts of the page listen already. */
export function chooseColorScheme(scheme: ColorScheme): void {
  remember(STORAGE_KEY, scheme);
  showChosenScheme();
  dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY, newValue: scheme }));
}

/** Keeps the page as the system and other tabs have it, for as long as it is open. */
export function followColorScheme(): void {
  matchMedia(DARK).addEventListener('change', showChosenScheme);
  addEventListener('storage', showChosenScheme);
  // Either may have changed since the page was first painted.
  showChosenScheme();
}

/** What the visitor chose, here or in another tab. In the browser only. */
export function chosenScheme(): ColorScheme {
  const stored = recall(STORAGE_KEY);
  return isColorScheme(stored) ? stored : 'auto';
}

function showChosenScheme(): void {
  const chosen = chosenScheme();
  const system = matchMedia(DARK).matches ? 'dark' : 'light';
  document.documentElement.dataset['scheme'] = chosen;
  document.documentElement.setAttribute(ATTRIBUTE, chosen === 'auto' ? system : chosen);
}
