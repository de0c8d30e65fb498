import * as v from 'valibot';
import { DOWNLOAD_ID_HEADER } from '#/model/download.ts';
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

/** Asks for a place of the download of this id. Answers the other download that the link's order is already; null: it is none. */
export async function askForPlace(href: string, downloadId: string): Promise<Result<string | null>> {
  const probed = await probeLink(href, { downloadId });
  return probed.ok ? ok(probed.value.get(DOWNLOAD_ID_HEADER)) : probed;
}
