import { useHydrated } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import {
  type ComponentType,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';

/** A part of a page whose code is loaded after steps only. */
export type ServerPart<P> = ComponentType<P> & {
  /** Has the code and the texts there, so that a page that is stepped to comes whole. */
  preload: (subject?: string) => Promise<void>;
};

/**
 * A part of a page that does not change after it was served: a visitor downloads neither its code nor its texts. Its HTML is kept as
 * the server made it (React leaves alone what it finds in an element whose inner HTML is not React's). After a step to another page or
 * language there is no such HTML, and the part is loaded and rendered; until it is there, what stood in its place stays.
 *
 * The site's texts are loaded with every part; `load` loads what else it says. `onServer` must come from createIsomorphicFn, so that the browser's build leaves the part out; it gives null there.
 * @param subjectOf which of several texts a part shows, if what it loads depends on that
 */
export function createServerPart<P extends object>(
  onServer: (props: P) => ReactNode,
  load: (locale: Locale, subject: string) => Promise<ComponentType<P>>,
  subjectOf: (props: P) => string = () => '',
): ServerPart<P> {
  const parts = new Map<string, ComponentType<P>>();
  async function preload(subject = ''): Promise<void> {
    // The page may speak another language by the time it is there.
    const locale = currentLocale();
    const key = keyOf(locale, subject);
    if (parts.has(key)) return;
    const [part] = await Promise.all([load(locale, subject), loadAllMessages(locale)]);
    parts.set(key, part);
  }

  function Served(props: P) {
    const isHydrated = useHydrated();
    const subject = subjectOf(props);
    const key = keyOf(currentLocale(), subject);
    const [servedKey] = useState(isHydrated ? null : key);
    const [shown, setShown] = useState<{ key: string; props: P } | null>(null);
    const isAsServed = servedKey === key && shown === null;
    const show = useEffectEvent(() => setShown({ key, props }));
    useEffect(() => {
      if (isAsServed) return undefined;
      let isWanted = true;
      void preload(subject).then(() => isWanted && show());
      return () => {
        isWanted = false;
      };
    }, [isAsServed, subject, key]);

    const from = !isAsServed && parts.has(key) ? { key, props } : shown;
    const fromKey = from?.key ?? '';
    const fromProps = from?.props;
    const made = useMemo(() => {
      const Part = parts.get(fromKey);
      return Part && fromProps && <Part {...fromProps} />;
    }, [fromKey, fromProps]);
    // Where something stands in its place already, what is higher on the page is renewed first.
    const content = useDeferredValue(made);
    const served = onServer(props);
    if (served) return <div>{served}</div>;
    if (content) return <div key="made">{content}</div>;
    return servedKey === null ? <div key="made" /> : <div key="served" {...AS_SERVED} />;
  }
  return Object.assign(Served, { preload });
}

function keyOf(locale: Locale, subject: string): string {
  return `${locale} ${subject}`;
}

/** For the loader of a page: its parts are there when it is shown. The server has all of them. */
export const preloadParts = createIsomorphicFn()
  .server(async (_parts: Preloadable[], _subject?: string): Promise<void> => {})
  .client(async (parts: Preloadable[], subject?: string): Promise<void> => {
    await Promise.all(parts.map(({ preload }) => preload(subject)));
  });

type Preloadable = Pick<ServerPart<never>, 'preload'>;

/** Properties of an element whose served content React shall keep. */
export const AS_SERVED = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;
