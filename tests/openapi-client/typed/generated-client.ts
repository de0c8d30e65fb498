import createClient, { type Client } from 'openapi-fetch';
// Made of the served document when the tests begin (generate.ts), so that nothing that was generated is committed.
import type { components, paths } from '../../../.cache/openapi-client/api.d.ts';

export type GeneratedClient = Client<paths>;
export type Schemas = components['schemas'];

/** What anybody gets who has a client made of the document. */
export function createGeneratedClient(apiKey: string, fetch: (request: Request) => Promise<Response>): GeneratedClient {
  return createClient<paths>({ baseUrl: 'http://api.example', headers: { 'api-key': apiKey }, fetch });
}
