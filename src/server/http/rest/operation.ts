import type { Credential, OperationGroup, OperationId } from '#/model/api-reference.ts';
import type { Operation, ParametersSchema } from '../operation.ts';

/** One thing that the public API does: what its document and its reference page know of it, besides what all operations tell. */
export type PublicOperation = Operation & {
  id: OperationId;
  method: 'GET' | 'POST' | 'DELETE';
  group: OperationGroup;
  credential: Credential;
  query: ParametersSchema | null;
};

/** Below it are the operations of programs. */
export const API_PATH = '/api/v1';
