import type { ApiReference, ReferenceOperation, ReferenceShape } from '#/model/api-reference.ts';
import { FAILURE_CODES, type FailureCode } from '#/model/failure.ts';
import type { PublicOperation } from '../rest/operation.ts';
import { eventText } from '../events/events.ts';
import { STATUS } from '../http-status.ts';
import type { OperationObject, ResponseObject } from './describe-operation.ts';
import { makeDocument, type OpenApiDocument } from './document.ts';
import { referenceFieldsOf, typeOf } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';

/** The same for everybody; made when it is first asked for. */
export function createServedReference(operations: readonly PublicOperation[]): () => ApiReference {
  let made: ApiReference | null = null;
  return () => (made ??= makeReference(operations));
}

/** What the reference page tells of some operations: what the OpenAPI document tells, without what only programs read. */
export function makeReference(operations: readonly PublicOperation[]): ApiReference {
  const document = makeDocument(operations);
  const told = new Set<FailureCode>(operations.flatMap(({ failures }) => failures));
  return {
    operations: operations.map((operation) => describe(operation, document)),
    shapes: Object.entries(document.components.schemas).map(([name, schema]) => shape(name, schema, document)),
    failures: FAILURE_CODES.filter((code) => told.has(code)).map((code) => ({ code, status: STATUS[code] })),
  };
}

function describe(operation: PublicOperation, { paths, components }: OpenApiDocument): ReferenceOperation {
  const { id, group, method, path, credential, action, failures } = operation;
  const told = paths[path]?.[method.toLowerCase()];
  const { schema: body, example } = told?.requestBody?.content['application/json'] ?? {};
  return {
    id,
    group,
    method,
    path,
    credential,
    action,
    parameters: (told?.parameters ?? []).map(({ name, in: place, required, schema, example: value }) => ({
      name,
      in: place,
      type: typeOf(schema),
      isRequired: required,
      example: value === undefined ? null : String(value),
    })),
    body: body
      ? {
          type: typeOf(body),
          fields: referenceFieldsOf(body, components.schemas),
          example: JSON.stringify(example, null, 2),
        }
      : null,
    answers: answersOf(told, operation),
    failures: [...failures],
  };
}

function answersOf(
  told: OperationObject | undefined,
  { answers, isVersioned }: PublicOperation,
): ReferenceOperation['answers'] {
  const statuses = [...answers.map(({ status }) => status), ...(isVersioned ? [304] : [])];
  return statuses.map((status) => ({ status, ...contentOf(told?.responses[status]) }));
}

function contentOf(response: ResponseObject | undefined): Omit<ReferenceOperation['answers'][number], 'status'> {
  const [[contentType, { schema, example }] = [null, {}]] = Object.entries(response?.content ?? {}) as [
    string,
    { schema?: JsonSchema; example?: object },
  ][];
  return {
    contentType,
    type: schema ? typeOf(schema) : null,
    example: example ? exampleText(example, contentType) : null,
  };
}

/** As it comes: in lines that can be read, but for events, which have lines of their own. */
function exampleText(example: object, contentType: string | null): string {
  return contentType === 'text/event-stream' ? eventText(example) : JSON.stringify(example, null, 2);
}

function shape(name: string, schema: JsonSchema, { components }: OpenApiDocument): ReferenceShape {
  const { enum: values } = schema as { enum?: unknown[] };
  return { name, fields: referenceFieldsOf(schema, components.schemas), values: (values ?? []).map(String) };
}
