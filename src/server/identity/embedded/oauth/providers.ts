import type { SocialProvider } from '#/model/account.ts';

/** `identity_provider` of the protocol, what people call it, and our own name for it. */
export const PROVIDERS = {
  LoginWithAmazon: { provider: 'amazon', label: 'Amazon' },
  SignInWithApple: { provider: 'apple', label: 'Apple' },
  Facebook: { provider: 'facebook', label: 'Facebook' },
  Google: { provider: 'google', label: 'Google' },
} as const satisfies Record<string, { provider: SocialProvider; label: string }>;
export type ProviderName = keyof typeof PROVIDERS;

/** Those that an installation has, in its order. */
export function providerNames(configured: readonly SocialProvider[]): ProviderName[] {
  const names = Object.keys(PROVIDERS) as ProviderName[];
  return configured.flatMap((provider) => names.filter((name) => PROVIDERS[name].provider === provider));
}
