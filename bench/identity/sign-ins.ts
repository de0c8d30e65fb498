import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { childOptions, serveAsChild } from '../children.ts';
import { steadily } from '../jobs/steady.ts';
import { TRIAL_TOKEN } from '../../tests/setup/identity-trial-settings.ts';
import { createSrpClient } from './srp-client.ts';

export type SignInOptions = { origin: string; userPoolId: string; clientId: string };
/** How long each sign-in took that was begun in time, and how many were refused. */
export type SignInFigures = { tookMs: number[]; refused: number; idToken: string };

const USERS = 40;
const PASSWORD = 'Correct-horse-7';
const CONNECTIONS = 16;
const LOOK_MS = 20;

if (import.meta.main) {
  const { origin, userPoolId, clientId } = childOptions<SignInOptions>();
  const srp = createSrpClient(userPoolId.split('_')[1] ?? '', PASSWORD);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const names = Array.from({ length: USERS }, (_, n) => `bench-${n}@example.com`);

  await serveAsChild((req, res) => void control(req).then((answer) => res.end(JSON.stringify(answer))));

  /** `/sign-up`, and `/sign-in?perS=…&ms=…` or `/sign-in?ms=…`, which is as many as can be. */
  async function control(req: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    if (pathname === '/sign-up') return signUpAll();
    const ms = Number(searchParams.get('ms'));
    const perS = Number(searchParams.get('perS'));
    return perS > 0 ? evenly(perS, ms) : asManyAsCanBe(ms);
  }

  async function signUpAll(): Promise<null> {
    for (const name of names) {
      const UserAttributes = [{ Name: 'email', Value: name }];
      await call('SignUp', { ClientId: clientId, Username: name, Password: PASSWORD, UserAttributes });
      const code = await codeFor(name);
      await call('ConfirmSignUp', { ClientId: clientId, Username: name, ConfirmationCode: code });
    }
    return null;
  }

  /** It is sent after the call was answered. */
  async function codeFor(name: string): Promise<string> {
    for (;;) {
      const { body } = await pool.request({
        path: `/identity/outbox.json?to=${encodeURIComponent(name)}`,
        method: 'GET',
        headers: { authorization: `Bearer ${TRIAL_TOKEN}` },
      });
      const [message] = ((await body.json()) as { messages: { code: string }[] }).messages;
      if (message) return message.code;
      await sleep(LOOK_MS);
    }
  }

  async function evenly(perS: number, ms: number): Promise<SignInFigures> {
    const figures: SignInFigures = { tookMs: [], refused: 0, idToken: '' };
    const running: Promise<void>[] = [];
    await steadily(perS, ms, (n) => running.push(signIn(figures, names[n % USERS] ?? '')));
    await Promise.all(running);
    return figures;
  }

  async function asManyAsCanBe(ms: number): Promise<SignInFigures> {
    const figures: SignInFigures = { tookMs: [], refused: 0, idToken: '' };
    const endMs = performance.now() + ms;
    const workers = Array.from({ length: 4 }, async (_, worker) => {
      for (let n = worker; performance.now() < endMs; n += 4) await signIn(figures, names[n % USERS] ?? '');
    });
    await Promise.all(workers);
    return figures;
  }

  async function signIn(figures: SignInFigures, name: string): Promise<void> {
    const beganMs = performance.now();
    try {
      const AuthParameters = { USERNAME: name, SRP_A: srp.A };
      const asked = await call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', ClientId: clientId, AuthParameters });
      const parameters = asked['ChallengeParameters'] as Record<string, string>;
      const TIMESTAMP = timestamp();
      const answer = await call('RespondToAuthChallenge', {
        ChallengeName: 'PASSWORD_VERIFIER',
        ClientId: clientId,
        Session: asked['Session'],
        ChallengeResponses: {
          USERNAME: parameters['USERNAME'],
          TIMESTAMP,
          PASSWORD_CLAIM_SECRET_BLOCK: parameters['SECRET_BLOCK'],
          PASSWORD_CLAIM_SIGNATURE: srp.sign(parameters, TIMESTAMP),
        },
      });
      figures.idToken = (answer['AuthenticationResult'] as { IdToken: string }).IdToken;
      figures.tookMs.push(performance.now() - beganMs);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      figures.refused += 1;
    }
  }

  async function call(operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    };
    const { statusCode, body } = await pool.request({
      path: '/identity/',
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    });
    const answer = (await body.json()) as Record<string, unknown>;
    if (statusCode !== 200) throw new Refused(`${operation}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

class Refused extends Error {}

/** As the client of Amazon Cognito writes it: `Sat Nov 21 16:00:00 UTC 2026`. */
function timestamp(): string {
  const [day, date, month, year, time] = new Date().toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${Number(date)} ${time} UTC ${year}`;
}
