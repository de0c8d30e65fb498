import { useSyncExternalStore } from 'react';

const CHANGES = ['online', 'offline'] as const;

/** Whether the browser has a connection, as far as it knows. The server takes it that it has. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      for (const name of CHANGES) addEventListener(name, onChange);
      return () => {
        for (const name of CHANGES) removeEventListener(name, onChange);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
