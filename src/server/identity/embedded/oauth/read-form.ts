import { boundedChunks } from '#/model/http/bounded-body.ts';

/** Forms of OAuth are small. */
const FORM_MAX_BYTES = 16 * 1024;

/** Fields of a posted form; null: it is none, too large, or names a field twice, which two readers could take differently. */
export async function readForm(request: Request): Promise<Record<string, string> | null> {
  const [type] = (request.headers.get('content-type') ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') return null;
  const chunks = await boundedChunks(request.body, FORM_MAX_BYTES);
  if (!chunks) return null;
  const fields = new URLSearchParams(Buffer.concat(chunks).toString());
  return new Set(fields.keys()).size === fields.size ? Object.fromEntries(fields) : null;
}
