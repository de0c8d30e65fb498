import { app } from '#app.config';
import { WebhookEvent } from '#/model/download.ts';
import type { PublicOperation } from '../rest/operation.ts';
import { describeOperation, type OperationObject } from './describe-operation.ts';
import { HEADERS } from './headers.ts';
import { createJsonSchemas, type JsonSchema } from './json-schema.ts';
import { ANSWER_SCHEMAS, REQUEST_SCHEMAS } from './schemas.ts';

export type OpenApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, { post: Partial<OperationObject> & { requestBody: object } }>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: typeof HEADERS;
    securitySchemes: Record<string, JsonSchema>;
  };
};

const DESCRIPTION =
  `Refusals are problem details (RFC 9457) with a code that never changes. Fields of a body that are not known are
ignored, and answers may gain fields. HEAD is answered wherever GET is, but for events. POST /api/graphql (GraphQL, described by its own
schema) and POST /api/cobalt/ (the contract of existing clients) are interfaces of their own.`.replaceAll('\n', ' ');

const TAGS: OpenApiDocument['tags'] = [
  { name: 'media', description: 'Links of the platforms, and what may be asked of them' },
  { name: 'downloads', description: 'Files that the server makes and keeps, and how far downloads are' },
  { name: 'files', description: 'Bytes, by links that the server has signed' },
  { name: 'service', description: 'How the platforms and the server do' },
  { name: 'takedowns', description: 'Requests that something be taken down' },
];

/** The OpenAPI document of some operations: what a client generator, a validator and the reference page read. */
export function makeDocument(operations: readonly PublicOperation[]): OpenApiDocument {
  const { named, schemaOf } = createJsonSchemas({ ...REQUEST_SCHEMAS, ...ANSWER_SCHEMAS });
  const paths: OpenApiDocument['paths'] = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation, schemaOf);
  return {
    openapi: '3.1.1',
    info: {
      title: `${app.name} API`,
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    paths,
    webhooks: {
      downloadEnded: {
        post: {
          operationId: 'downloadEnded',
          summary: 'What a webhook of createDownload is told, signed by Standard Webhooks',
          tags: ['downloads'],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(WebhookEvent, 'output') } },
          },
          responses: { '2XX': { description: 'It was heard; otherwise it is told again' } },
        },
      },
    },
    components: {
      schemas: { ...pick(named('input'), REQUEST_SCHEMAS), ...pick(named('output'), ANSWER_SCHEMAS) },
      headers: HEADERS,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'api-key' },
        authorization: { type: 'http', scheme: 'Api-Key' },
      },
    },
  };
}

function pick(from: Record<string, JsonSchema>, names: object): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(names, name)));
}
