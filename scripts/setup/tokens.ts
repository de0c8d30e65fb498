import type { FailureCode } from '#/model/failure.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import type { TokenSetting } from '#/server/engine/index.ts';
import { usualDeadlines } from '#/server/engine/deadlines.ts';
import { openTokens } from '#/server/engine/tokens/open-tokens.ts';

/** What a machine has, and what it costs where that is too little. */
type TokenFinding = { seen: string; cost?: string };

const COST = 'YouTube’s clients for browsers are refused where YouTube takes this machine for a robot';
/** YouTube was not reached, or not in time: that is told of the platforms. */
const NOT_ASKED: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'egress_down',
  'egress_denied',
  'tls_error',
  'timeout',
]);
/** Bound to no film that anybody sees: nothing is read with it. */
const BINDING = 'AAAAAAAAAAA';

/** Nobody waits for a film here, and how fast a machine is, is not what is asked. */
const DEADLINES = { ...usualDeadlines, minter: { requestsMs: 60_000, programMs: 60_000, mintMs: 60_000 } };

type Place = { egress: Egress & EgressRoutes; python: string; route: string };

/**
 * Who makes YouTube's tokens, and whether that works: as far as can be told here, and whether YouTube gives what it takes by a way out. That
 * it takes what is made of that shows when media are read, and in the pages of the administration.
 */
export async function findTokens(setting: TokenSetting, { egress, python, route }: Place): Promise<TokenFinding> {
  let said = '';
  const log = (line: string) => {
    said = line;
  };
  const tokens = openTokens(setting, { egress, python, deadlines: DEADLINES, log });
  if (!tokens) return { seen: 'of YouTube are made by nobody (POT_PROVIDER)', cost: COST };
  const who = setting === 'embedded' ? 'made by this server' : 'made by the provider at POT_PROVIDER_URL';
  try {
    const why = await tokens.check();
    if (why !== null) return { seen: `of YouTube would be ${who}, which does not work: ${why}`, cost: COST };
    const use = egress.takeRoute(route);
    const minted = use && (await tokens.mint(use, BINDING));
    if (minted?.ok) return { seen: `of YouTube are ${who}, and YouTube gives what that takes` };
    const code = minted?.failure.code ?? 'egress_down';
    const seen = `of YouTube are ${who}; `;
    return NOT_ASKED.has(code)
      ? { seen: `${seen}whether YouTube gives what that takes is not known (${code})` }
      : { seen: `${seen}YouTube gives nothing for that (${code}) ${said}`.trim(), cost: COST };
  } finally {
    await tokens.close();
  }
}
