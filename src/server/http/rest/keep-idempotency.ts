import * as v from 'valibot';
import { DownloadRecord } from '#/model/download.ts';
import { Failure, fail, ok } from '#/model/failure.ts';
import type { KeepIdempotency } from '#/server/service/downloader.ts';
import { STATUS } from '../http-status.ts';
import { problem } from '../problem.ts';
import { requestFingerprint, isFinal } from './idempotency.ts';
import { API_PATH } from './operation.ts';

const Kept = v.pipe(v.string(), v.parseJson(), DownloadRecord);
const Refused = v.pipe(v.string(), v.parseJson(), Failure);

/**
 * Requests that the site makes of its own service, remembered as the API remembers them: one is carried out once, whichever way it comes
 * to this server or to another of the same database.
 */
export const KEEP_IDEMPOTENCY: KeepIdempotency = {
  fingerprintOf: (request) => requestFingerprint('POST', `${API_PATH}/downloads`, JSON.stringify(request)),
  form: {
    async write(result) {
      if (result.ok) return { status: 202, body: JSON.stringify(result.value) };
      const status = STATUS[result.failure.code];
      return isFinal(status) ? { status, body: await problem(result.failure).text() } : null;
    },
    read({ status, body }) {
      if (status < 400) {
        const kept = v.safeParse(Kept, body);
        return kept.success ? ok(kept.output) : fail('internal');
      }
      const refused = v.safeParse(Refused, body);
      return refused.success ? { ok: false, failure: refused.output } : fail('internal');
    },
  },
};
