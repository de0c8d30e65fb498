import * as v from 'valibot';
import { boundedChunks } from '#/model/http/bounded-body.ts';
import { isStorable } from '#/model/text.ts';
import { IdentityError, invalidParameter } from './identity-error.ts';
import { countGuesses, type IdentityLimits } from './limits.ts';

/** Requests are small; what is larger is no client of ours. */
const BODY_MAX_BYTES = 64 * 1024;

/** What an operation may need of the request beside its input: a signature covers all of it. */
export type OperationContext = { request: Request; body: string };

/** Answers the parsed JSON body with what is sent back, `{}` at least. Throws IdentityError. */
type Operation = (input: unknown, context: OperationContext) => Promise<object>;

/** By the name that `x-amz-target` has after the dot. */
export type OperationTable = Readonly<Record<string, Operation>>;

type ProtocolPorts = {
  /** Operations by service, as `x-amz-target` names it before the dot. */
  services: Readonly<Record<string, OperationTable>>;
  limits: IdentityLimits;
  onAnswered: OnAnswered;
  log: (message: string) => void;
};

/**
 * Hears of each operation what came of it: `ok`, or the name of the refusal. Names are the service's own: what a client made up is
 * `unknown`.
 */
export type OnAnswered = (operation: string, outcome: string) => void;

/** Answers calls of Amazon Cognito's JSON protocol: the operation is in `x-amz-target`, refusals have status 400 and a type. */
export function createProtocol({
  services,
  limits,
  onAnswered,
  log,
}: ProtocolPorts): (request: Request) => Promise<Response> {
  return async (request) => {
    let known = 'unknown';
    try {
      const [service = '', name = ''] = (request.headers.get('x-amz-target') ?? '').split('.');
      const table = Object.hasOwn(services, service) ? services[service] : undefined;
      const operation = table && Object.hasOwn(table, name) ? table[name] : undefined;
      if (operation) known = name;
      const body = await textOf(request);
      if (!operation) throw new IdentityError('UnknownOperationException', 'Unknown operation.');
      const result = await countGuesses(limits, name, () => operation(parsed(body), { request, body }));
      onAnswered(known, 'ok');
      return answer(200, result);
    } catch (error) {
      onAnswered(known, error instanceof IdentityError ? error.name : 'InternalErrorException');
      if (error instanceof IdentityError) return refusal(error);
      log(`identity: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return answer(
        500,
        { __type: 'InternalErrorException', message: 'Something went wrong' },
        'InternalErrorException',
      );
    }
  };
}

/** An operation whose input is parsed; what does not fit is an InvalidParameterException that names the field, never its value. */
export function operation<Schema extends v.GenericSchema>(
  schema: Schema,
  handle: (input: v.InferOutput<Schema>, context: OperationContext) => Promise<object>,
): Operation {
  return async (input, context) => {
    const parsed = v.safeParse(schema, input, { abortPipeEarly: true });
    if (parsed.success) return handle(parsed.output, context);
    const [issue] = parsed.issues;
    throw invalidParameter(
      `1 validation error detected: Value at '${v.getDotPath(issue) ?? 'body'}' failed to satisfy constraint.`,
    );
  };
}

/** Of a client that asks too often: as Amazon Cognito says it, and with the time to come back. */
export function tooManyRequests(waitS: number): Response {
  const response = refusal(new IdentityError('TooManyRequestsException', 'Too many requests'));
  response.headers.set('retry-after', String(waitS));
  return response;
}

function refusal({ name, message }: IdentityError): Response {
  return answer(400, { __type: name, message }, name);
}

function answer(status: number, body: object, errorType?: string): Response {
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(errorType !== undefined && { 'x-amzn-errortype': errorType }),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

/** Stops reading where the body gets too large, whatever length it told. */
async function textOf(request: Request): Promise<string> {
  const chunks = await boundedChunks(request.body, BODY_MAX_BYTES);
  if (!chunks)
    throw new IdentityError('RequestEntityTooLargeException', `Requests have ${BODY_MAX_BYTES} bytes at most.`);
  return Buffer.concat(chunks).toString();
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body || '{}', storable);
  } catch {
    throw new IdentityError('SerializationException', 'The request is no JSON.');
  }
}

function storable(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && !isStorable(value)) throw new SyntaxError('no text');
  return value;
}
