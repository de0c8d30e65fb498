import { app } from '#app.config';
import type { Operation } from '../operation.ts';
import { ProblemDetails, PROBLEM_TYPE } from '../problem.ts';
import { createJsonSchemas, type JsonSchema } from '../openapi/json-schema.ts';

type Described = { operationId: string; summary: string } & Record<string, unknown>;
type AdminDocument = {
  openapi: '3.1.1';
  paths: Record<string, Record<string, Described>>;
} & Record<string, unknown>;

const { named, schemaOf } = createJsonSchemas({ Problem: ProblemDetails });
const REFUSED = { content: { [PROBLEM_TYPE]: { schema: schemaOf(ProblemDetails, 'output') } } };

/** The OpenAPI document of the admin API, for administrators. */
export function makeAdminDocument(operations: readonly Operation[]): AdminDocument {
  const paths: AdminDocument['paths'] = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  return {
    openapi: '3.1.1',
    info: { title: `${app.name} admin API`, version: '1' },
    servers: [{ url: '/' }],
    security: [{ idToken: [] }],
    paths,
    components: {
      schemas: named('output'),
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

function describe({ id, summary, parameters: path, query, body, answers: [{ schema: answer }] }: Operation): Described {
  const parameters = [
    ...Object.entries(path?.entries ?? {}).map(([name, schema]) => parameter('path', name, schemaOf(schema, 'input'))),
    ...(query ? queryParameters(schemaOf(query, 'input')) : []),
  ];
  return {
    operationId: id,
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    responses: {
      '2XX': answer
        ? { description: 'OK', content: { 'application/json': { schema: schemaOf(answer, 'output') } } }
        : { description: 'Done, or a file' },
      '4XX': { description: 'Refused', ...REFUSED },
      '5XX': { description: 'Failed', ...REFUSED },
    },
  };
}

function parameter(place: 'path' | 'query', name: string, schema: JsonSchema, required = true) {
  return { name, in: place, required, schema };
}

/** What is empty counts as left out, so that nothing is required that has a default. */
function queryParameters({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) =>
    parameter('query', name, schema, (required as string[]).includes(name)),
  );
}
