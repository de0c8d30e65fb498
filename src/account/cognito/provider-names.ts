import type { SocialProvider } from '#/model/account.ts';

/** What providers are called in the identity service's configuration. */
export const PROVIDER_NAMES = {
  amazon: 'Amazon',
  apple: 'Apple',
  facebook: 'Facebook',
  google: 'Google',
} as const satisfies Record<SocialProvider, string>;
