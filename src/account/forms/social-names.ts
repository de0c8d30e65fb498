import type { SocialProvider } from '#/model/account.ts';

/** What the providers call themselves, in every language. */
export const SOCIAL_NAMES: Record<SocialProvider, string> = {
  amazon: 'Amazon',
  apple: 'Apple',
  facebook: 'Facebook',
  google: 'Google',
};
