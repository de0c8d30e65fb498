import type { Answer, IdentityClient } from '../../identity-client.ts';

/** What somebody has to do to show again who they are: where there is no password to confirm, only a sign-in does. */
export type StepUp = 'password' | 'signIn';

/** Asks the user for it; whether they did. */
export type AskStepUp = (wanted: StepUp) => Promise<boolean>;

/**
 * The same client, which has the user asked when the service wants to know again who they are, and then calls once more. Who does not
 * want to is told the refusal.
 */
export function withStepUp(client: IdentityClient, ask: AskStepUp): IdentityClient {
  // Of several calls that are refused at once, all wait for one answer.
  let asking: Promise<boolean> | null = null;
  const askOnce = (wanted: StepUp): Promise<boolean> =>
    (asking ??= ask(wanted).finally(() => {
      asking = null;
    }));
  const careful = Object.entries<(...given: unknown[]) => unknown>(client as never).map(([name, call]) => [
    name,
    (...given: unknown[]) => {
      const answer = call(...given);
      if (!(answer instanceof Promise)) return answer;
      return answer.then(async (told: unknown) => {
        const wanted = wantedBy(told);
        return wanted && (await askOnce(wanted)) ? call(...given) : told;
      });
    },
  ]);
  return Object.fromEntries(careful);
}

function wantedBy(told: unknown): StepUp | null {
  const { ok, error } = told as Partial<Extract<Answer<unknown>, { ok: false }>>;
  if (ok !== false) return null;
  if (error?.code === 'PasswordWanted') return 'password';
  return error?.code === 'SignInWanted' ? 'signIn' : null;
}
