/**
 * Settings of a site that somebody tries (`npm run dev`, `npm run demo`): GraphQL tells its schema, the page of components is there, and codes
 * are read in the outbox. What the environment says already counts more.
 */
export function turnOnTrial(environment: NodeJS.ProcessEnv): void {
  environment['GRAPHQL_INTROSPECTION'] ??= 'on';
  environment['COMPONENTS_PAGE'] ??= 'on';
  environment['IDENTITY_TRIAL'] ??= 'on';
}
