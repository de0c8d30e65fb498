import { notFound } from '@tanstack/react-router';
import { foreignText } from '#/model/foreign-text.ts';

const ESCAPES = /(?:%[\da-f]{2})+/gi;
const ESCAPED_ASCII = /%[0-7][\da-f]/gi;

/**
 * The error of an address that leads to no page, or whose page refuses it (docs/specification.md 5.23 and 8.1). Throw it in beforeLoad or in a
 * loader; the router answers with 404.
 * @param fullPath with what is asked of it, as it stands in the address
 */
export function pageNotFound(fullPath: string) {
  return notFound({ data: { statusCode: 404, message: notFoundMessage(fullPath) } });
}

/** What that error says. The page says `Page not found: {path}` in its own language instead. */
export function notFoundMessage(fullPath: string): string {
  return `Page Not Found: ${shownAddress(fullPath)}`;
}

/**
 * An address as it is shown: its escapes are decoded once, those that mean no text stay, and so do those of what separates its parts. Marks
 * that are not seen, and would change how it is read, are left out.
 */
export function shownAddress(address: string): string {
  return foreignText(address.replace(ESCAPES, decoded));
}

function decoded(escapes: string): string {
  try {
    return decodeURI(escapes);
  } catch {
    // One of them is damaged: the others are still read.
    return escapes.replace(ESCAPED_ASCII, decodeURI);
  }
}
