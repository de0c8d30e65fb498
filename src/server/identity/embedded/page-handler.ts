/** A page by its path below /identity/. */
export type PageHandler = (request: Request) => Promise<Response>;
