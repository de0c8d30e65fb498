import { nameInDisposition } from '#/model/http/content-disposition.ts';

/** A file is held in memory until it is shared. */
export const SHARED_MAX_BYTES = 64 * 1024 * 1024;

/** What became of a wish to share. `unasked`: the browser wants another click, since the file took too long. */
type Shared = 'shared' | 'dropped' | 'unasked' | 'refused';

/** Whether this browser has a share sheet at all. */
export function canShare(): boolean {
  return 'share' in navigator;
}

/** Fetches a file to be shared; null: it cannot be had, or this browser does not share such files. */
export async function fetchFile(href: string, title: string): Promise<File | null> {
  try {
    const response = await fetch(href);
    if (!response.ok) return null;
    const name = nameInDisposition(response.headers.get('content-disposition')) ?? title;
    const type = response.headers.get('content-type') ?? '';
    const file = new File([await response.blob()], name, { type });
    return navigator.canShare({ files: [file] }) ? file : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Opens the share sheet of the device. */
export async function share(what: ShareData): Promise<Shared> {
  try {
    await navigator.share(what);
    return 'shared';
  } catch (error) {
    if (!(error instanceof DOMException)) return 'refused';
    if (error.name === 'AbortError') return 'dropped';
    return error.name === 'NotAllowedError' ? 'unasked' : 'refused';
  }
}
