import { recall, remember } from '#/site/browser/local-storage.ts';

/** What a visitor wants of a link; it decides which format is offered first. */
export const MODES = ['video', 'audio', 'muted', 'subtitles', 'images'] as const;
export type Mode = (typeof MODES)[number];

const STORAGE_KEY = 'clipferry-mode';

export function isMode(value: unknown): value is Mode {
  return MODES.some((mode) => mode === value);
}

/** What the visitor chose last, on any page; null: nothing yet. */
export function rememberedMode(): Mode | null {
  const stored = recall(STORAGE_KEY);
  return isMode(stored) ? stored : null;
}

export function rememberMode(mode: Mode): void {
  remember(STORAGE_KEY, mode);
}

/** @param asked by the page's address */
export function modeFor(asked: Mode | undefined): Mode {
  return asked ?? rememberedMode() ?? 'video';
}
