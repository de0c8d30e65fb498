import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import type * as Workspace from './DownloadWorkspace.tsx';

let loaded: typeof Workspace | undefined;

/** The code of the form and the queue, and the texts they say. */
export async function loadWorkspace(): Promise<typeof Workspace> {
  const [module] = await Promise.all([import('./DownloadWorkspace.tsx'), loadAllMessages(currentLocale())]);
  loaded = module;
  return module;
}

/** undefined: not loaded yet. */
export function loadedWorkspace(): typeof Workspace | undefined {
  return loaded;
}

/** For the loader of a page that is stepped to: its form comes with it. Where that fails, the panel tries again by itself. */
export const workspacePart = {
  preload: async (): Promise<void> => {
    await loadWorkspace().catch(() => {});
  },
};
