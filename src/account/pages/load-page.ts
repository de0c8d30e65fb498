import { m } from '#/language/paraglide/messages.js';
import { loadTexts } from './texts.ts';

/** Texts of a page that are needed where its own may not be there yet: in its title, and before it is interactive. */
export type AccountPageTexts = { heading: string; description: string; withoutScript: string };

type AccountPage = 'history' | 'preferences' | 'security' | 'keys' | 'data';

const HEADINGS: Record<AccountPage, () => string> = {
  history: m.account_history_heading,
  preferences: m.account_preferences_heading,
  security: m.account_security_heading,
  keys: m.account_keys_heading,
  data: m.account_data_heading,
};

/** For a route's loader. It asks nobody: the server cannot know whose account it is. */
export async function loadAccountPage(page: AccountPage): Promise<AccountPageTexts> {
  await loadTexts();
  return {
    heading: HEADINGS[page](),
    description: m.account_description(),
    withoutScript: m.account_no_script(),
  };
}
