import * as v from 'valibot';
import { DOWNLOAD_ID_HEADER } from '#/model/download.ts';
import { nameInDisposition } from '#/model/http/content-disposition.ts';
import { fail, Failure, ok, type Result } from '#/model/failure.ts';

type Options = {
  signal?: AbortSignal | null;
  /** The id that the browser will be sent with: the server holds a place for it. */
  downloadId?: string;
};

/** Whether a download link works, before a browser is sent there: the headers of its file, or why there is none. */
export async function probeLink(href: string, { signal = null, downloadId }: Options = {}): Promise<Result<Headers>> {
  try {
    const asked = downloadId === undefined ? href : `${href}${href.includes('?') ? '&' : '?'}d=${downloadId}`;
    const response = await fetch(asked, { method: 'HEAD', signal });
    if (response.ok) return ok(response.headers);
    // A HEAD has no body: a request for one byte tells what is wrong.
    const told = await fetch(href, { headers: { range: 'bytes=0-0' }, signal });
    if (told.ok) {
      await told.body?.cancel();
      return ok(told.headers);
    }
    const parsed = v.safeParse(Failure, await told.json());
    return parsed.success ? { ok: false, failure: parsed.output } : fail('internal');
  } catch (error) {
    if (error instanceof TypeError) return fail('offline');
    if (error instanceof SyntaxError) return fail('internal');
    throw error;
  }
}

/** What the server says of a file before it is sent for. */
export type Place = {
  /** Id of the other download that the link's order is already; null: it is none. */
  takenBy: string | null;
  /** What the browser will save it as; null: it is not told. */
  fileName: string | null;
};

/** Asks for a place of the download of this id. */
export async function askForPlace(href: string, downloadId: string): Promise<Result<Place>> {
  const probed = await probeLink(href, { downloadId });
  if (!probed.ok) return probed;
  const headers = probed.value;
  const fileName = nameInDisposition(headers.get('content-disposition'));
  return ok({ takenBy: headers.get(DOWNLOAD_ID_HEADER), fileName });
}

/** Has the browser save what a link leads to. `name` is for files of the page's own; those of the server bring theirs. */
export function saveLink(href: string, name = ''): void {
  const anchor = Object.assign(document.createElement('a'), { href, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
