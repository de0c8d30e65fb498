import { useHydrated } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A part of a page that does not change after it was served: a visitor downloads neither its code nor its texts. Its HTML is kept as
 * the server made it (React leaves alone what it finds in an element whose inner HTML is not React's). After a step to another page
 * there is no such HTML, and the part is loaded and rendered.
 *
 * What it loads is what its first properties say: a part for others needs a key of its own. `onServer` must come from createIsomorphicFn, so that the browser's build leaves the part out; it gives null there.
 */
export function createServerPart<P extends object>(
  onServer: (props: P) => ReactNode,
  load: (props: P) => Promise<ComponentType<P>>,
): ComponentType<P> {
  return function ServerPart(props: P) {
    const isHydrated = useHydrated();
    const [wasServed] = useState(!isHydrated);
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    const [first] = useState(props);
    useEffect(() => {
      if (!wasServed) void load(first).then((loaded) => setPart(() => loaded));
    }, [wasServed, first]);
    const served = onServer(props);
    if (served) return <div>{served}</div>;
    if (wasServed) return <div {...AS_SERVED} />;
    return <div>{Part && <Part {...props} />}</div>;
  };
}

/** Properties of an element whose served content React shall keep. */
export const AS_SERVED = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } } as const;
