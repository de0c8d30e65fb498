import type { Facts } from './fact-table.ts';
import { elementsIn } from './webm-elements.ts';

/**
 * What a WebM is like: of each kind of element named in webm-elements.ts the number of elements, and `order`: what is in the Segment,
 * a row of Clusters counted once; `docType`; `trackNumber`; `unknownSizes`: elements that do not tell theirs.
 */
export function webmFacts(file: Buffer): Facts {
  const elements = elementsIn(file);
  const counts: Record<string, number> = {};
  for (const { name } of elements) counts[name] = (counts[name] ?? 0) + 1;
  const segment = elements.findIndex(({ name }) => name === 'Segment');
  const names = elements
    .slice(segment)
    .filter(({ depth }) => depth === 1)
    .map(({ name }) => name);
  const docType = elements.find(({ name }) => name === 'DocType');
  const number = elements.find(({ name }) => name === 'TrackNumber');
  return {
    ...counts,
    order: names.filter((name, index) => name !== names[index - 1]).join(' '),
    docType: docType ? file.toString('latin1', docType.bodyStart, docType.bodyEnd).replace(/\0+$/, '') : '',
    trackNumber: number ? file.readUIntBE(number.bodyStart, number.bodyEnd - number.bodyStart) : 0,
    unknownSizes: elements.filter(({ isSizeUnknown }) => isSizeUnknown).length,
  };
}
