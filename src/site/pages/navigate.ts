/** Why an address is not gone to: its protocol is not one of pages; or it is elsewhere, and that was not said. */
export type NavigationRefusal = 'disallowed_protocol' | 'external_address';

/** Going somewhere that a page does not go. It is a bug of whoever asks, so it throws. */
export class NavigationError extends Error {
  override readonly name = 'NavigationError';
  readonly refusal: NavigationRefusal;

  constructor(refusal: NavigationRefusal) {
    // Without the address, which may hold what somebody pasted.
    super(
      refusal === 'external_address'
        ? 'An external address is gone to with the external flag only.'
        : 'Pages go to addresses of the web only.',
    );
    this.refusal = refusal;
  }
}

/** What else there is (`javascript:`, `data:`, `blob:`, …) would run or show in the name of this site. */
const PROTOCOLS: readonly string[] = ['https:', 'http:'];

type Options = {
  /** Whether it may be another origin's. */
  external?: boolean;
  /** How a step within the site is made, where that is not by loading the page anew; given a path, with what is asked of it. */
  step?: (path: string) => void;
  /** What leaves the page. */
  leave?: (address: string) => void;
  /** Where the page is. */
  from?: string;
};

/**
 * Goes to an address: the one way by which code leaves a page or steps to another (links are the browser's, `to` is the router's).
 * @throws NavigationError an address elsewhere without the `external` flag, or one of another protocol (docs/specification.md 8.2)
 */
export function navigateTo(address: string, options: Options = {}): void {
  const { external = false, from = location.href, leave = (to) => location.assign(to), step } = options;
  if (!URL.canParse(address, from)) throw new NavigationError('disallowed_protocol');
  const { href, origin, protocol, pathname, search, hash } = new URL(address, from);
  if (!PROTOCOLS.includes(protocol)) throw new NavigationError('disallowed_protocol');
  const isElsewhere = origin !== new URL(from).origin;
  if (isElsewhere && !external) throw new NavigationError('external_address');
  // Alone, a path that begins with two slashes would name a host.
  if (isElsewhere || !step || pathname.startsWith('//')) leave(href);
  else step(pathname + search + hash);
}
