import { buildURL, getHeaders, parseLooseJSON, USER_AGENT } from 'bgutils-js/utils';
import * as v from 'valibot';
import { fail, type FailureCode, ok, type Result } from '#/model/failure.ts';
import { type Egress, EgressError, type RouteUse } from '#/server/egress/egress.ts';
import type { Attestation } from './protocol.ts';

/** The browser that YouTube is told of, in requests and by the page that its program runs in. */
export const AGENT = USER_AGENT;
/** Hosts that only this needs, beside YouTube's own: its programs' interpreter is on Google's. */
export const ATTESTATION_HOSTS = ['www.google.com'];

/** Names YouTube's pages to the service that gives integrity tokens; public, and the same for years (bgutils-js, its README). */
const REQUEST_KEY = 'O43z0dpjhgX20SCx4KAo';
const HOME = 'https://www.youtube.com/';
/** A page has about 1 MB, an interpreter 60 KB, the rest some kilobytes. */
const PAGE_MAX_BYTES = 8 * 1024 * 1024;
const SCRIPT_MAX_BYTES = 2 * 1024 * 1024;
const ANSWER_MAX_BYTES = 1024 * 1024;
/** Said to have no banner about cookies in the place of the page. */
const CONSENT = 'SOCS=CAI';

type Asking = { egress: Pick<Egress, 'text'>; route: RouteUse; signal: AbortSignal };
type Request = { body?: unknown; headers?: Record<string, string>; maxBytes: number };

const Challenge = v.object({
  interpreterUrl: v.object({ privateDoNotAccessOrElseTrustedResourceUrlWrappedValue: v.string() }),
  program: v.pipe(v.string(), v.minLength(1)),
  globalName: v.pipe(v.string(), v.regex(/^[\w$]{1,64}$/)),
});
const Challenged = v.object({ bgChallenge: Challenge });
/** `R`: the challenge that came with the page; `T`: what another is asked for with. */
const Initial = v.object({ T: v.optional(v.string()), R: v.optional(v.unknown()) });
const Config = v.looseObject({ EVENT_ID: v.string(), INNERTUBE_CONTEXT: v.optional(v.unknown()) });
const Integrity = v.tupleWithRest([v.pipe(v.string(), v.minLength(1)), v.number(), v.nullish(v.number())], v.unknown());

/**
 * What YouTube would have run, by a way out: its own page has it, together with the settings that the program looks at (since summer 2026
 * tokens by any other challenge are refused, github.com/LuanRT/BgUtils/pull/44). Failures: those of the door, `extractor_broken` where the
 * page is none that is understood.
 */
export async function readAttestation(asking: Asking): Promise<Result<Attestation>> {
  const page = await ask(asking, HOME, { headers: { cookie: CONSENT }, maxBytes: PAGE_MAX_BYTES });
  if (!page.ok) return page;
  const config = configOf(page.value);
  const initial = initialOf(page.value);
  if (!config || !initial) return unreadable();
  const withPage = v.safeParse(Challenged, initial.R);
  const challenge = withPage.success ? ok(withPage.output.bgChallenge) : await askForChallenge(asking, config, initial);
  if (!challenge.ok) return challenge;
  const { interpreterUrl, program, globalName } = challenge.value;
  const address = interpreterAddress(interpreterUrl.privateDoNotAccessOrElseTrustedResourceUrlWrappedValue);
  if (address === null) return unreadable();
  const interpreter = await ask(asking, address, { maxBytes: SCRIPT_MAX_BYTES });
  return interpreter.ok ? ok({ interpreter: interpreter.value, program, globalName, config }) : interpreter;
}

/**
 * An integrity token for what a program has said, and the milliseconds for which tokens can be minted with it. Failure `blocked_bot_check`
 * where YouTube gives none: it takes us for a robot.
 */
export async function exchange(asking: Asking, response: string): Promise<Result<{ token: string; lifeMs: number }>> {
  const answer = await ask(asking, buildURL('GenerateIT', true), {
    body: [REQUEST_KEY, response],
    headers: getHeaders(),
    maxBytes: ANSWER_MAX_BYTES,
  });
  if (!answer.ok) return answer;
  const read = v.safeParse(Integrity, parsed(answer.value));
  if (!read.success) return fail('blocked_bot_check', { platform: 'youtube' });
  const [token, lifeS, refreshS] = read.output;
  // Renewed before its end, when it asks for that, but not more often than each half of its life.
  return ok({ token, lifeMs: 1000 * Math.max(lifeS - (refreshS ?? 0), lifeS / 2) });
}

/** Some pages have a program that does nothing, and a token to ask for another with. */
async function askForChallenge(
  asking: Asking,
  config: v.InferOutput<typeof Config>,
  initial: v.InferOutput<typeof Initial>,
): Promise<Result<v.InferOutput<typeof Challenge>>> {
  if (initial.T === undefined || config.INNERTUBE_CONTEXT === undefined) return unreadable();
  const answer = await ask(asking, `${HOME}youtubei/v1/att/get?prettyPrint=false`, {
    body: {
      context: config.INNERTUBE_CONTEXT,
      engagementType: 'ENGAGEMENT_TYPE_UNBOUND',
      eacrToken: initial.T,
    },
    headers: { 'content-type': 'application/json' },
    maxBytes: ANSWER_MAX_BYTES,
  });
  if (!answer.ok) return answer;
  const read = v.safeParse(Challenged, parsed(answer.value));
  return read.success ? ok(read.output.bgChallenge) : unreadable();
}

async function ask({ egress, route, signal }: Asking, url: string, request: Request): Promise<Result<string>> {
  const { body, headers, maxBytes } = request;
  try {
    const { status, text } = await egress.text(url, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'user-agent': AGENT, 'accept-language': 'en-US,en;q=0.7', 'accept-encoding': 'gzip', ...headers },
      maxBytes,
      signal,
      route,
    });
    return status === 200 ? ok(text) : fail(codeOf(status), { platform: 'youtube' });
  } catch (error) {
    if (signal.aborted) return fail('timeout', { platform: 'youtube' });
    return fail(error instanceof EgressError ? error.code : 'upstream_error', { platform: 'youtube' });
  }
}

/** The settings that a page begins with, in several parts: the one that names the event that the page was made by. */
function configOf(page: string): v.InferOutput<typeof Config> | undefined {
  for (const [, text = ''] of page.matchAll(/ytcfg\.set\((\{.*?\})\);/gs)) {
    const read = v.safeParse(Config, parsed(text));
    if (read.success) return read.output;
  }
  return undefined;
}

function initialOf(page: string): v.InferOutput<typeof Initial> | undefined {
  const [, text] = /window\.ytAtN\(\s*(\{.*?\})\s*\)/s.exec(page) ?? [];
  if (text === undefined) return undefined;
  try {
    const read = v.safeParse(Initial, parseLooseJSON(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** Whatever a page says, only scripts of these two are run. */
function interpreterAddress(text: string): string | null {
  const url = URL.parse(text, HOME);
  const isTheirs = url?.protocol === 'https:' && ['www.google.com', 'www.youtube.com'].includes(url.host);
  return isTheirs && url.pathname.endsWith('.js') ? `https://${url.host}${url.pathname}` : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(status: number): FailureCode {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 403) return 'upstream_forbidden';
  return status >= 500 ? 'upstream_error' : 'extractor_broken';
}

function unreadable(): Result<never> {
  return fail('extractor_broken', { platform: 'youtube' });
}
