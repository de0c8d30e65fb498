import type { Failure } from '#/model/failure.ts';
import type { Media } from '#/model/media/media.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { RequestAuthenticator } from '../authenticate.ts';
import { json } from '../json.ts';
import { limitHeaders } from '../limit-headers.ts';
import { forbiddenAction, forbiddenLink, forbiddenPlatform } from '#/server/service/caller.ts';
import type { Limits } from '#/server/service/limits/limits.ts';
import type { LinkSigner } from '#/server/service/links/links.ts';
import { readJson } from '../read-body.ts';
import { aboutCobalt } from './about.ts';
import { type AnswerContext, pickerAnswer, tunnelAnswer } from './answers.ts';
import { type CobaltAccess, cobaltCaller } from './caller.ts';
import { chooseAnswer } from './choose.ts';
import { CROSS_ORIGIN, PREFLIGHT } from './cross-origin.ts';
import { cobaltErrorAnswer, failureAnswer } from './errors.ts';
import { localAnswer } from './local-processing.ts';
import { COBALT_PATH, isOwnHost, placeOf } from './cobalt-paths.ts';
import { CobaltRequest } from './request.ts';

export type CobaltPorts = {
  engine: Pick<Engine, 'resolve' | 'find'>;
  signer: LinkSigner;
  authenticator: Pick<RequestAuthenticator, 'ofKey' | 'addressOf'>;
  limits: Pick<Limits, 'refusal' | 'take'>;
  access: CobaltAccess;
  ownHost: string | null;
  publicOrigin: string | null;
  startedAtMs: number;
  /** Logs what nobody expected, and gives what the caller is told. */
  report: (error: unknown) => Failure;
};

/** With the network address that it comes from. */
type Asking = Request & { ip?: string | undefined };

const METHODS = 'GET, HEAD, POST, OPTIONS';

/** Answers what existing clients ask: a link by `POST`, what this server is by `GET`. */
export async function serveCobalt(request: Asking, ports: CobaltPorts): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: PREFLIGHT });
  const answer = await answerTo(request, ports).catch((error: unknown) => failureAnswer(ports.report(error)));
  for (const [name, value] of Object.entries(CROSS_ORIGIN)) answer.headers.set(name, value);
  return answer;
}

async function answerTo(request: Asking, ports: CobaltPorts): Promise<Response> {
  // The Host header is whatever a client sends.
  const address = URL.parse(request.url);
  if (!address) return cobaltErrorAnswer('generic');
  const { host, origin, pathname } = address;
  if (placeOf(host, pathname, ports.ownHost) === 'session') return cobaltErrorAnswer('auth.not_configured');
  if (request.method === 'GET' || request.method === 'HEAD') {
    const url = isOwnHost(host, ports.ownHost)
      ? `${schemeOf(ports.publicOrigin ?? origin)}//${host}/`
      : `${ports.publicOrigin ?? origin}${COBALT_PATH}/`;
    return json(aboutCobalt(url, ports.startedAtMs));
  }
  if (request.method !== 'POST') return cobaltErrorAnswer('generic', { status: 405, headers: { allow: METHODS } });
  return answerLink(request, ports.publicOrigin ?? origin, ports);
}

function schemeOf(origin: string): string {
  return new URL(origin).protocol;
}

const JSON_TYPE = /\bapplication\/json\b/i;

async function answerLink(request: Asking, origin: string, ports: CobaltPorts): Promise<Response> {
  const { authenticator, limits, engine, access } = ports;
  if (!JSON_TYPE.test(request.headers.get('accept') ?? '')) return cobaltErrorAnswer('header.accept');
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) return cobaltErrorAnswer('header.content_type');
  const calling = await cobaltCaller(request, authenticator, access);
  if ('code' in calling) return cobaltErrorAnswer(calling.code);
  if ('failure' in calling) return failureAnswer(calling.failure);
  const { caller, owner } = calling;
  const known = limits.refusal('resolutions', caller);
  if (known) return failureAnswer(known.result.failure, limitHeaders(known.limitStatus));
  const body = await readJson(request, CobaltRequest);
  if (!body.ok) return failureAnswer(body.failure);
  if (body.value.url === '') return cobaltErrorAnswer('link.missing');
  const forbidden = forbiddenAction(caller, 'resolve') ?? forbiddenLink(caller, [body.value.url]);
  if (forbidden) return failureAnswer(forbidden);
  const { result: allowed, limitStatus } = await limits.take('resolutions', caller);
  const headers = limitHeaders(limitStatus);
  if (!allowed.ok) return failureAnswer(allowed.failure, headers);
  const resolved = await engine.resolve(body.value.url, { signal: request.signal });
  if (!resolved.ok) return failureAnswer(resolved.failure, headers);
  // A short link tells only now where it leads.
  const alien = forbiddenPlatform(caller, resolved.value.media.platform);
  if (alien) return failureAnswer(alien, headers);
  const context = { wish: body.value, owner, origin, headers, signal: request.signal };
  return answerMedia(resolved.value.media, context, ports);
}

type MediaContext = Pick<AnswerContext, 'wish' | 'owner' | 'origin'> & {
  headers: Record<string, string>;
  signal: AbortSignal;
};

async function answerMedia(
  media: Media,
  { headers, signal, ...asked }: MediaContext,
  { engine, signer }: CobaltPorts,
): Promise<Response> {
  const context: AnswerContext = { ...asked, media, signer };
  const choice = chooseAnswer(media, context.wish);
  switch (choice.kind) {
    case 'refused':
      return cobaltErrorAnswer(choice.code, { service: media.platform, headers });
    case 'picker':
      return json(pickerAnswer(choice.files, choice.sound, context), { headers });
    case 'file': {
      const local = await localAnswer(engine, choice.file, context, signal);
      return json(local ?? tunnelAnswer(choice.file, context), { headers });
    }
  }
}
