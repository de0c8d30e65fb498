import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { sleep } from '#/site/browser/timeouts.ts';
import type * as Workspace from './DownloadWorkspace.tsx';

const code = Promise.withResolvers<typeof Workspace>();
let loaded: typeof Workspace | undefined;

/** Loads the code of the form and the queue, and the texts they say. Where that fails, it can be called again. */
export async function loadWorkspace(): Promise<void> {
  if (loaded) return;
  const [module] = await Promise.all([import('./DownloadWorkspace.tsx'), loadAllMessages(currentLocale())]);
  // In a task of its own, behind whatever the visitor does meanwhile.
  await sleep(0);
  module.compileLinkRules();
  loaded = module;
  code.resolve(module);
}

/** The code, or a promise of it where it is not there yet; that fails never, and waits for somebody to load the code. */
export function workspaceCode(): typeof Workspace | Promise<typeof Workspace> {
  return loaded ?? code.promise;
}

/** For the loader of a page that is stepped to: its form comes with it. Where that fails, the panel tries again by itself. */
export const workspacePart = {
  preload: async (): Promise<void> => {
    await loadWorkspace().catch(() => {});
  },
};
