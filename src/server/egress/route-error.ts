/** A way out that does not lead out. Its message has the route's name and nothing of how it is set up. */
export class RouteError extends Error {
  readonly route: string;
  /** `refused`: it answers, and does not reach what it was asked for. `unknown`: no setting has that name any more. */
  readonly reason: 'unreachable' | 'timeout' | 'credentials' | 'refused' | 'no-address' | 'unknown';
  constructor(route: string, reason: RouteError['reason']) {
    super(`the way out ${route}: ${reason}`);
    this.name = 'RouteError';
    this.route = route;
    this.reason = reason;
  }
}
