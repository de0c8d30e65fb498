import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import type { Deadlines } from '../deadlines.ts';
import { ATTESTATION_HOSTS } from './attestation.ts';
import { createEmbeddedProvider } from './embedded.ts';
import { createOutsideProvider, OUTSIDE_HOSTS } from './outside.ts';
import { createPoTokens, type PoTokens } from './tokens.ts';

/** Who makes YouTube's tokens: this server, a provider at an address, or nobody. */
export type TokenSetting = 'embedded' | 'off' | { url: string };

type Place = {
  egress: Egress & EgressRoutes;
  /** For the confinement of what runs YouTube's program. */
  python: string;
  deadlines: Deadlines;
  log: (message: string) => void;
};

/** Hosts that making them takes, beside YouTube's own. */
export function hostsFor(setting: TokenSetting): readonly string[] {
  if (setting === 'off') return [];
  return setting === 'embedded' ? ATTESTATION_HOSTS : OUTSIDE_HOSTS;
}

/** null: nobody makes any. */
export function openTokens(setting: TokenSetting, { egress, python, deadlines, log }: Place): PoTokens | null {
  if (setting === 'off') return null;
  const provider =
    setting === 'embedded'
      ? createEmbeddedProvider({ egress, python, limits: deadlines.minter, log })
      : createOutsideProvider({ url: setting.url, egress, answerMs: deadlines.provider.answerMs, log });
  return createPoTokens({ provider, log });
}
