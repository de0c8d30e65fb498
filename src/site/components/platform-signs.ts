import type { Platform } from '#/model/platform.ts';

/** Plain signs of our own, not the companies' artwork: enough to tell five rows apart. A path in a square of 20, and a hue. */
export const PLATFORM_SIGNS: Record<Platform, { path: string; hue: number }> = {
  facebook: { path: 'M10.5 17v-6h2.2M10.5 11V8.8c0-1.3.7-2 2-2h.8M8.4 11h4.3', hue: 260 },
  instagram: {
    path: 'M7 6.5h6a1.5 1.5 0 0 1 1.5 1.5v4a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12V8A1.5 1.5 0 0 1 7 6.5ZM10 8.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2',
    hue: 350,
  },
  tiktok: { path: 'M11 5.5v6.8a1.9 1.9 0 1 1-1.9-1.9M11 5.5c.2 1.6 1.3 2.6 3 2.8', hue: 190 },
  twitter: { path: 'M6 6l8 8M14 6l-8 8', hue: 230 },
  youtube: { path: 'M8.5 7v6l5-3z', hue: 27 },
};
