import type { ComponentType } from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { currentSession } from './session/session.ts';

/** The account's menu, once its texts are there; for who only seemed to be signed in, the dialog. */
export async function loadAccountMenu(): Promise<ComponentType<{ onClose: () => void }>> {
  if (currentSession().status === 'unauthenticated') return (await import('./AccountDialog.tsx')).AccountDialog;
  await loadAllMessages(currentLocale());
  return AccountMenu;
}
