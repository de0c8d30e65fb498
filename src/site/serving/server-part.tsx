import { useHydrated } from '@tanstack/react-router';
import { createIsomorphicFn } from '@tanstack/react-start';
import { type ComponentType, type ReactNode, use, useDeferredValue, useMemo, useState } from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import { KEEP_SERVED_HTML } from '../keep-served-html.ts';

/** A part of a page whose code is loaded after steps only. */
type ServerPart<P> = ComponentType<P> & {
  /** Has the code and the texts there, so that a page that is made or stepped to comes whole. For the page's loader. */
  preload: (subject?: string) => Promise<void>;
};

const onServer = createIsomorphicFn()
  .server((made: ReactNode) => <div>{made}</div>)
  .client((_made: ReactNode) => null);

/**
 * A part of a page that does not change after it was served: a visitor downloads neither its code nor its texts, and React leaves its
 * HTML alone. After a step to another page or language the part is loaded and rendered; until it is there, what stood in its place stays.
 *
 * The site's texts are loaded with every part; `load` loads what else it says.
 * @param subjectOf which of several texts a part shows, if what it loads depends on that
 */
export function createServerPart<P extends object>(
  load: (locale: Locale, subject: string) => Promise<ComponentType<P>>,
  subjectOf: (props: P) => string = () => '',
): ServerPart<P> {
  const loaded = new Map<string, ComponentType<P>>();
  const loading = new Map<string, Promise<ComponentType<P>>>();

  function loadPart(subject: string): Promise<ComponentType<P>> {
    // The page may speak another language by the time it is there.
    const locale = currentLocale();
    const key = `${locale} ${subject}`;
    const known = loading.get(key);
    if (known) return known;
    const part = Promise.all([load(locale, subject), loadAllMessages(locale)]).then(([made]) => made);
    loading.set(key, part);
    part.then(
      (made) => loaded.set(key, made),
      () => loading.delete(key),
    );
    return part;
  }

  function Made(props: P) {
    const subject = subjectOf(props);
    const Part = loaded.get(`${currentLocale()} ${subject}`) ?? use(loadPart(subject));
    return <Part {...props} />;
  }

  function Served(props: P) {
    const isHydrated = useHydrated();
    const key = `${currentLocale()} ${subjectOf(props)}`;
    const [served, setServed] = useState(isHydrated ? null : key);
    if (served !== null && served !== key) setServed(null);
    const made = useMemo(() => <Made {...props} />, [props]);
    // What is higher on the page is renewed first.
    const shown = useDeferredValue(served === key ? null : made);
    return onServer(made) ?? (shown ? <div key="made">{shown}</div> : <div key="served" {...KEEP_SERVED_HTML} />);
  }
  return Object.assign(Served, {
    preload: async (subject = '') => void (await loadPart(subject)),
  });
}
