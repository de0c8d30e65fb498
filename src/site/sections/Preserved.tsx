import { createIsomorphicFn } from '@tanstack/react-start';
import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';

type Props<P> = {
  /** Names the place, for a page has several. */
  id: string;
  /** The part as the server renders it; the browser leaves that as it is. */
  server: () => ReactNode;
  /** Loads the part where the browser must render it: after a step to another page. */
  load: () => Promise<ComponentType<P>>;
  props: P;
};

const onServer = createIsomorphicFn()
  .server(() => true)
  .client(() => false);

/**
 * A part of the page that never changes: its HTML comes from the server and is kept as it is, so that a visitor downloads no code
 * and no hydration for it. React keeps what it finds in an element whose inner HTML is not its own.
 */
export function Preserved<P extends object>({ id, server, load, props }: Props<P>) {
  const isHydrating = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const [wasServed] = useState(() => isHydrating);
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  useEffect(() => {
    if (!wasServed) void load().then((loaded) => setPart(() => loaded));
  }, [wasServed, load]);
  if (onServer()) return <div data-part={id}>{server()}</div>;
  if (wasServed) return <div data-part={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  return <div data-part={id}>{Part && <Part {...props} />}</div>;
}
