import { posix } from 'node:path';
import type { Module } from './modules.ts';
import { placesOf } from './walks.ts';

/** `](../src/server/engine/link.ts#L44 'recognise')`: a link to a name; the script knows its file and line. */
export const SYMBOL_LINK = /\]\(([^)\s#]+\.tsx?)(?:#L\d+)? ['"]([\w$]+)['"]\)/g;

/**
 * A document whose links to names lead to the file and line where each stands now. A name that has moved is found by its name; where
 * several files have it, by the name of its file. `lost`: names that are nowhere, or in several files.
 * @param path of the document, from the folder's root
 */
export function withSymbolLinks(
  text: string,
  path: string,
  modules: ReadonlyMap<string, Module>,
): { text: string; lost: string[] } {
  const lost: string[] = [];
  const folder = posix.dirname(path);
  const linked = text.replaceAll(SYMBOL_LINK, (link: string, href: string, name: string) => {
    const target = posix.join(folder, href);
    const places = placesOf(modules, name);
    const alike = places.filter((place) => posix.basename(place) === posix.basename(target));
    const [place, ...others] = places.includes(target) ? [target] : alike.length > 0 ? alike : places;
    const line = place && modules.get(place)?.exports.find((one) => one.name === name)?.line;
    if (place === undefined || line === undefined || others.length > 0) {
      lost.push(name);
      return link;
    }
    return `](${posix.relative(folder, place)}#L${line} '${name}')`;
  });
  return { text: linked, lost };
}
