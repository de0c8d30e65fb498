import { createIsomorphicFn } from '@tanstack/react-start';
import type { ComponentType } from 'react';
import type { Queue } from './queue.ts';
import { QueueList } from './QueueList.tsx';

type QueueListComponent = ComponentType<{ queue: Queue }>;

/**
 * The queue's list is a chunk of its own: an empty page does not need it. On the server it is always there, so that a page with `?u=`
 * is complete without JavaScript; the browser's entry loads it before hydrating such a page. (React.lazy would need Suspense, which
 * streams large parts out of order, by script.)
 */
let loaded: QueueListComponent | undefined;

export const loadedQueueList = createIsomorphicFn()
  .server((): QueueListComponent | undefined => QueueList)
  .client((): QueueListComponent | undefined => loaded);

export async function loadQueueList(): Promise<QueueListComponent> {
  loaded ??= (await import('./QueueList.tsx')).QueueList;
  return loaded;
}
