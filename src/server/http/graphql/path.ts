/** Where GraphQL is asked. */
export const GRAPHQL_PATH = '/api/graphql';
