import { damaged } from '../transfer-error.ts';

/** Longer than any signed address met; a list repeats its base in every one of its addresses. */
const MAX_ADDRESS_LENGTH = 8192;
/** Of all addresses of one list together, each of which is a byte of memory: 20,000 of 1,600 characters. */
const MAX_TOTAL_LENGTH = 32 * 1024 * 1024;

/** Resolves a reference against `base` (RFC 3986 §5). */
export type ResolveAddress = (reference: string, base: string) => string;

/**
 * A resolver for one list, which bounds what its addresses take up together. Only http and https come out; which hosts may be
 * reached is for the egress to say. It throws TransferError media_damaged.
 */
export function createAddressResolver(): ResolveAddress {
  let totalLength = 0;
  let last = { reference: '', base: '', url: '' };
  return (reference, base) => {
    // Segments of one resource stand one behind the other, and share its text.
    if (last.url && reference === last.reference && base === last.base) return last.url;
    const url = resolve(reference, base);
    totalLength += url.length;
    if (totalLength > MAX_TOTAL_LENGTH) throw damaged('addresses without end');
    last = { reference, base, url };
    return url;
  };
}

function resolve(reference: string, base: string): string {
  if (reference.length > MAX_ADDRESS_LENGTH) throw damaged('an address too long');
  const url = URL.parse(reference, base);
  if (!url || !/^https?:$/.test(url.protocol)) throw damaged('an address that is not http');
  if (url.href.length > MAX_ADDRESS_LENGTH) throw damaged('an address too long');
  return url.href;
}
