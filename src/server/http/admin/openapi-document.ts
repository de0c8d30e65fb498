import { app } from '#app.config';
import { ADMIN_PATH, type AdminRoute } from './route.ts';
import { Problem, PROBLEM_TYPE } from '../problem.ts';
import { createJsonSchemas, type JsonSchema } from '../openapi/json-schema.ts';

type Described = { operationId: string; summary: string } & Record<string, unknown>;
export type AdminDocument = {
  openapi: '3.1.1';
  paths: Record<string, Record<string, Described>>;
} & Record<string, unknown>;

const { named, schemaOf } = createJsonSchemas({ Problem });
const REFUSED = { content: { [PROBLEM_TYPE]: { schema: schemaOf(Problem, 'output') } } };

/** The OpenAPI document of the admin API, for administrators. */
export function makeAdminDocument(routes: readonly AdminRoute[]): AdminDocument {
  const paths: AdminDocument['paths'] = {};
  for (const route of routes) (paths[ADMIN_PATH + route.path] ??= {})[route.method.toLowerCase()] = describe(route);
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

function describe({ method, path, summary, query, body, answer }: AdminRoute): Described {
  const parameters = [
    ...(path.includes('{id}') ? [ID] : []),
    ...(query ? listParameters(schemaOf(query, 'input')) : []),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/{}.-]+(\w?)/g, (_, letter: string) => letter.toUpperCase())}`,
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

const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 256 } };

/** What is empty counts as left out, so that nothing is required that has a default. */
function listParameters({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }));
}
