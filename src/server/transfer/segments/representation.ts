import { TransferError } from '../transfer-error.ts';
import type { Presentation } from './dash.ts';
import type { Rendition } from './playlist.ts';

/** Extractors add to the name of a representation what tells it from others that have the same. Throws TransferError format_gone. */
export function representationOf({ video, audio }: Presentation, name: string): Rendition {
  const representations = [...video, ...audio];
  const found =
    representations.find(({ id }) => id === name) ?? representations.find(({ id }) => name.split('-').includes(id));
  if (!found) throw new TransferError('format_gone');
  return found.rendition;
}
