/**
 * What a header of the Accept kind names, in lower case, with its weight from 0 (refused) to 1: the best first, and of equal ones in their
 * order (RFC 9110, section 12.4.2). Other parameters are left out; nonsense weighs as much as what says nothing.
 */
export function acceptedWeights(header: string | null | undefined): Map<string, number> {
  const named = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const weight = parameters.map((parameter) => /^q=(\d*\.?\d+|\d+\.)$/.exec(parameter)?.[1]).find(Boolean);
      return [name, Math.min(Number(weight ?? 1), 1)] as const;
    })
    .filter(([name]) => name !== '')
    .sort(([, one], [, other]) => other - one);
  const weights = new Map<string, number>();
  for (const [name, weight] of named) if (!weights.has(name)) weights.set(name, weight);
  return weights;
}

/** Whether a client that sends this If-None-Match has the version of an ETag (RFC 9110, section 13.1.2: weakly compared). */
export function isKnownVersion(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  const known = (ifNoneMatch ?? '').split(',').map(opaque);
  return known.includes('*') || known.includes(opaque(etag));
}
