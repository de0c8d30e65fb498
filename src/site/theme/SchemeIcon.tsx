import type { ColorScheme } from './color-scheme.ts';

/** A disc that is half in the dark, a sun, a moon. Whoever shows one says its name beside it. */
const PATHS: Record<ColorScheme, string> = {
  auto: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z',
  light:
    'M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  dark: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z',
};

/** The sign of a setting of the appearance. */
export function SchemeIcon({ scheme }: { scheme: ColorScheme }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={PATHS[scheme]} />
      {scheme === 'auto' && <path d="M12 4a8 8 0 0 0 0 16Z" fill="currentColor" />}
    </svg>
  );
}
