/** Why a request is not gone on with: nobody waits for its answer. By its status Start knows that it is no error of the site's. */
export class VisitorLeft extends Error {
  override readonly name = 'AbortError';
  /** As servers write it into their logs; it is never sent. */
  readonly status = 499;
}
