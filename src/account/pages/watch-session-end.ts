import { fail, type Result } from '#/model/failure.ts';
import type { Answer, IdentityClient } from '../identity-client.ts';
import { endsSession, type RemoteError } from '../remote-error.ts';

type Calls<T> = { [Name in keyof T]: (...given: never[]) => unknown };
type OnEnd = (error: RemoteError) => void;

/** The same client, which also tells when an answer of it means that the session cannot go on (docs/specification.md 4.35). */
export function watchIdentity(client: IdentityClient, onEnd: OnEnd): IdentityClient {
  return eachCall(client, async (answer) => {
    const told = await answer;
    if (isRefusal(told) && endsSession(told.error)) onEnd(told.error);
    return told;
  });
}

/**
 * The same functions, which also tell when the site takes the user for nobody. That may only mean that the token could not be refreshed
 * for want of a connection: the identity service is asked first.
 */
export function watchSite<T extends Calls<T>>(site: T, identity: Pick<IdentityClient, 'session'>, onEnd: OnEnd): T {
  return eachCall(site, async (answer) => {
    const told = await answer;
    if (!isUnauthorized(told)) return told;
    const session = await identity.session();
    if (!session.ok && !endsSession(session.error)) return fail('offline');
    if (!session.ok) onEnd(session.error);
    else onEnd(session.value ? await whyRefused(identity) : { code: 'NoSession' });
    return told;
  });
}

/** Tokens that look good here, and that the site takes for nobody's: the identity service says why, asked for new ones. */
async function whyRefused(identity: Pick<IdentityClient, 'session'>): Promise<RemoteError> {
  const renewed = await identity.session({ isRefreshed: true });
  return !renewed.ok && endsSession(renewed.error) ? renewed.error : { code: 'SessionRevoked' };
}

/** What every call answers goes through `pass`; what is no promise stays as it is. */
function eachCall<T extends Calls<T>>(calls: T, pass: (answer: Promise<unknown>) => Promise<unknown>): T {
  const passed = Object.entries<(...given: unknown[]) => unknown>(calls as never).map(([name, call]) => [
    name,
    (...given: unknown[]) => {
      const answer = call(...given);
      return answer instanceof Promise ? pass(answer) : answer;
    },
  ]);
  return Object.fromEntries(passed);
}

function isRefusal(told: unknown): told is Extract<Answer<unknown>, { ok: false }> {
  return typeof told === 'object' && told !== null && 'ok' in told && told.ok === false && 'error' in told;
}

function isUnauthorized(told: unknown): boolean {
  const { ok, failure } = told as Partial<Extract<Result<unknown>, { ok: false }>>;
  return ok === false && failure?.code === 'unauthorized';
}
