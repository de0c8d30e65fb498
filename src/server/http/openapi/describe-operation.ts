import { STATUS_CODES } from 'node:http';
import * as v from 'valibot';
import type { Credential } from '#/model/api-reference.ts';
import type { FailureCode } from '#/model/failure.ts';
import type { ResponseSpec, ParametersSchema } from '../operation.ts';
import type { PublicOperation } from '../rest/operation.ts';
import { STATUS } from '../http-status.ts';
import { PROBLEM_TYPE } from '../problem.ts';
import { headersOf, refusalHeadersOf } from './headers.ts';
import type { JsonSchema } from './json-schema.ts';

type SchemaOf = (schema: v.GenericSchema<unknown>, direction: 'input' | 'output') => JsonSchema;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;
export type ResponseObject = { description: string; headers?: Record<string, { $ref: string }>; content?: Content };
export type OperationObject = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, ResponseObject>;
  /** What a key must be for. */
  'x-key-action'?: string;
};

type Requirements = Record<string, string[]>[];
const BY_KEY: Requirements = [{ apiKey: [] }, { authorization: [] }];
const SECURITY: Record<Credential, Requirements> = {
  none: [],
  id: [],
  'signed-link': [],
  key: BY_KEY,
  'key-or-visitor': BY_KEY,
  'optional-key': [{}, ...BY_KEY],
};

/** An operation as the OpenAPI document has it. */
export function describeOperation(operation: PublicOperation, schemaOf: SchemaOf): OperationObject {
  const { id, summary, group, credential, action, body, example } = operation;
  const parameters = [
    ...listParameters(operation.parameters, 'path', schemaOf),
    ...listParameters(operation.query, 'query', schemaOf),
    ...headerParameters(operation),
  ].map((parameter) => withExample(parameter, example.parameters?.[parameter.name]));
  return {
    operationId: id,
    summary,
    tags: [group],
    security: SECURITY[credential],
    ...(action && { 'x-key-action': action }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body, 'input'), example: example.body } },
      },
    }),
    responses: { ...successes(operation, schemaOf), ...refusals(operation) },
  };
}

function listParameters(of: ParametersSchema | null, place: 'path' | 'query', schemaOf: SchemaOf): Parameter[] {
  return Object.entries(of?.entries ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: !v.safeParse(v.object({ [name]: schema as v.GenericSchema<unknown> }), {}).success,
    schema: withoutNull(schemaOf(schema as v.GenericSchema<unknown>, 'input')),
  }));
}

/** A text of an address cannot be null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const choices = schema['anyOf'];
  if (!Array.isArray(choices)) return schema;
  const [only, ...others] = choices.filter(({ type }: JsonSchema) => type !== 'null');
  return others.length === 0 ? only : schema;
}

function headerParameters({ isIdempotent, isVersioned, group }: PublicOperation): Parameter[] {
  const header = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(isIdempotent ? [header('Idempotency-Key', 'A name of this request, by which it can be sent again')] : []),
    ...(isVersioned ? [header('If-None-Match', 'The ETag of the answer that is known')] : []),
    ...(group === 'files' ? [header('Range', 'Which bytes: `bytes=0-1023`')] : []),
  ];
}

function withExample(parameter: Parameter, example: string | undefined): Parameter {
  return example === undefined ? parameter : { ...parameter, example };
}

function successes(operation: PublicOperation, schemaOf: SchemaOf): Record<string, ResponseObject> {
  const { answers, isVersioned, example } = operation;
  const all: ResponseSpec[] = [
    ...answers,
    ...(isVersioned ? [{ status: 304, contentType: null, schema: null } as const] : []),
  ];
  return Object.fromEntries(
    all.map((answer) => {
      const { status, contentType, schema } = answer;
      const headers = headersOf(operation, answer);
      const shown = answer === answers[0] ? example.answer : undefined;
      const content = {
        ...(schema && { schema: schemaOf(schema, 'output') }),
        ...(shown !== undefined && { example: shown }),
      };
      const response: ResponseObject = {
        description: STATUS_CODES[status] ?? '',
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(contentType !== null && { content: { [contentType]: content } }),
      };
      return [String(status), response];
    }),
  );
}

function refusals(operation: PublicOperation): Record<string, ResponseObject> {
  const byStatus = Object.groupBy(operation.failures, (code) => STATUS[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => [status, refusal(operation, Number(status), codes ?? [])]),
  );
}

function refusal(operation: PublicOperation, status: number, codes: readonly FailureCode[]): ResponseObject {
  const headers = refusalHeadersOf(operation, status);
  const [code = 'internal'] = codes;
  const own = { type: 'object', properties: { status: { const: status }, code: { enum: codes } } };
  return {
    description: codes.join(', '),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      [PROBLEM_TYPE]: {
        schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, own] },
        example: { type: 'about:blank', title: code.replaceAll('_', ' '), status, code },
      },
    },
  };
}
