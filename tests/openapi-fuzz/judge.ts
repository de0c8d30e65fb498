import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OperationObject, ResponseObject } from '#/server/http/openapi/describe-operation.ts';
import type { OpenApiDocument } from '#/server/http/openapi/document.ts';
import type { FuzzRequest } from './requests.ts';

/** What came back; of an endless answer, its beginning. */
export type FuzzAnswer = { status: number; headers: Headers; body: string };

/** What is wrong with an answer by the document; null: nothing. */
export type Judge = {
  judge: (request: FuzzRequest, answer: FuzzAnswer) => string | null;
  /** Which operation a request is for; null: for none. */
  operationOf: (request: FuzzRequest) => OperationObject | null;
};

const DOCUMENT = 'openapi';
const PROBLEM = `${DOCUMENT}#/components/schemas/Problem`;

export function createJudge(document: OpenApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(document, DOCUMENT);
  // What has no parameter comes first: /downloads/events is no download.
  const paths = Object.keys(document.paths)
    .toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
  const pathOf = ({ path }: FuzzRequest) => {
    const { pathname } = new URL(path, 'http://localhost');
    return paths.find(({ pattern }) => pattern.test(pathname))?.path;
  };

  /** The answer's body by a schema of the document. */
  function misfit(reference: string, body: string): string | null {
    const check = ajv.getSchema(reference);
    if (!check) return `no schema at ${reference}`;
    return check(parsed(body)) ? null : `${ajv.errorsText(check.errors)} in ${body.slice(0, 500)}`;
  }

  function judgeContent(response: ResponseObject, place: string, { headers, body }: FuzzAnswer): string | null {
    const type = (headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
    if (!response.content) return body === '' ? null : `a body where none is told: ${body.slice(0, 200)}`;
    const told = '*/*' in response.content ? '*/*' : type;
    const content = response.content[told];
    if (!content) return `content type ${type} is not told`;
    if (!content.schema) return null;
    const reference = `${place}/content/${escaped(told)}/schema`;
    if (type !== 'text/event-stream') return misfit(reference, body);
    const events = [...body.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => misfit(reference, data));
    return events.find((wrong) => wrong !== null) ?? null;
  }

  function judgeTold(path: string, method: string, operation: OperationObject, answer: FuzzAnswer, isHead: boolean) {
    const response = operation.responses[answer.status];
    if (!response) return `status ${answer.status} is not told`;
    const missing = Object.keys(response.headers ?? {}).find(
      (name) => isDue(name, method) && !answer.headers.has(name),
    );
    const isFirst = answer.status < 300 && !answer.headers.has('idempotency-replayed');
    if (missing && isFirst) return `header ${missing} is missing`;
    if (isHead) return answer.body === '' ? null : 'HEAD has a body';
    return judgeContent(response, `${DOCUMENT}#/paths/${escaped(path)}/${method}/responses/${answer.status}`, answer);
  }

  return {
    operationOf(request) {
      const path = pathOf(request);
      return (path && document.paths[path]?.[request.method.toLowerCase()]) || null;
    },
    judge(request, answer) {
      const { status, headers, body } = answer;
      if (status >= 500) return `status ${status}: ${body.slice(0, 500)}`;
      const path = pathOf(request);
      const item = path === undefined ? undefined : document.paths[path];
      if (path === undefined || !item)
        return status === 404 ? misfit(PROBLEM, body) : `${status} for what is not there`;
      const method = request.method.toLowerCase();
      const operation = item[method];
      if (operation) return judgeTold(path, method, operation, answer, false);
      if (status === 405 && headers.has('allow')) return null;
      if (method === 'head' && item['get']) return judgeTold(path, 'get', item['get'], answer, true);
      return method === 'options' && status === 204 ? null : `${status} for a method that is not told`;
    },
  };
}

/** Whether an answer that went well always has a header that is told. What is fetched is counted only from its beginning. */
function isDue(name: string, method: string): boolean {
  return name === 'ETag' || (method === 'post' && ['RateLimit-Limit', 'RateLimit-Remaining'].includes(name));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** One part of a JSON Pointer in a fragment (RFC 6901). */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
