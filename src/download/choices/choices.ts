import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { createEmitter } from '#/model/emitter.ts';
import { FileNameStyle } from '#/model/download.ts';
import { recall, remember } from '#/site/browser/local-storage.ts';

/** Something a visitor has chosen once for all links, kept in the browser's storage. */
type Choice<T> = {
  /** null: nothing chosen yet. In the browser only. */
  read: () => T | null;
  choose: (value: T | null) => void;
  subscribe: (listener: () => void) => () => void;
};

function createChoice<T extends string>(key: string, schema: v.GenericSchema<unknown, T>): Choice<T> {
  const changes = createEmitter();
  let current: T | null | undefined;
  return {
    read() {
      if (current !== undefined) return current;
      const stored = v.safeParse(schema, recall(key));
      return (current = stored.success ? stored.output : null);
    },
    choose(value) {
      current = value;
      remember(key, value);
      changes.emit();
    },
    subscribe: changes.on,
  };
}

/** How files are named. */
export const fileNames = createChoice('clipferry-file-names', FileNameStyle);

/** Height in pixels that is offered first, and the container where there are several; null: what plays everywhere. */
export const quality = createChoice('clipferry-quality', v.picklist(['1080', '720', '480', '360']));
export const container = createChoice('clipferry-container', v.picklist(['mp4', 'webm']));

/** Height in pixels; null: none is preferred. */
export function preferredQuality(): number | null {
  const chosen = quality.read();
  return chosen === null ? null : Number(chosen);
}

/** Id of the audio track that is wanted where there are several, or a BCP 47 tag; null: the original. */
export const soundLanguage = createChoice('clipferry-sound', v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/)));

/** Subtitles that are put into films (`subtitlesKey`); null: none. */
export const filmSubtitles = createChoice('clipferry-subtitles', v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/)));

/** Whether to notify the visitor of files that are done. */
export const notifyChoice = createChoice('clipferry-tell', v.literal('yes'));

/** Whether keys of a single letter do something. */
export const singleKeys = createChoice('clipferry-keys', v.literal('off'));

/** What was chosen; null while the page is rendered on the server. */
export function useChoice<T>({ subscribe, read }: Choice<T>): T | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
