import { m } from '#/language/paraglide/messages.js';
import type { TokenState } from '#/model/token-state.ts';
import { Fact } from './Facts.tsx';

const STATE: Record<TokenState, () => string> = {
  off: m.admin_platforms_off,
  untried: m.admin_tokens_untried,
  working: m.status_state_working,
  failing: m.admin_tokens_failing,
};

/** How it is about the tokens that YouTube gives browsers. */
export function TokenFact({ state }: { state: TokenState }) {
  return (
    <Fact label={m.admin_tokens()} isBad={state === 'failing'}>
      {STATE[state]()}
    </Fact>
  );
}
