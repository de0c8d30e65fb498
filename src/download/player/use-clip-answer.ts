import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { CLIP_END_HEADER, CLIP_START_HEADER } from '#/model/download.ts';
import { ok, type Result } from '#/model/failure.ts';
import { probeLink } from '../transfers/download-link.ts';

/** Where the cut really falls, in seconds, and how long the file is; null: not told. */
export type ClipAnswer = { startS: number | null; endS: number | null; sizeBytes: number | null };

/** How long a visitor must have left the times alone. */
const SETTLED_MS = 400;

/** `answer` undefined: there is none yet. */
type Asked = { answer: Result<ClipAnswer> | undefined; askAgain: () => void };

/** Asks the server about a clip by its link, once its times have settled; a question that is overtaken is broken off. */
export function useClipAnswer(href: string | null): Asked {
  const [settled] = useDebouncedValue(href, SETTLED_MS);
  const isSettled = href !== null && settled === href;
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['clip', href],
    queryFn: isSettled ? ({ signal }) => askWhereItFalls(href, signal) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { answer: isFetching ? undefined : data, askAgain: () => void refetch() };
}

async function askWhereItFalls(href: string, signal: AbortSignal): Promise<Result<ClipAnswer>> {
  const probed = await probeLink(href, { signal });
  if (!probed.ok) return probed;
  const headers = probed.value;
  return ok({
    startS: numberIn(headers, CLIP_START_HEADER),
    endS: numberIn(headers, CLIP_END_HEADER),
    sizeBytes: numberIn(headers, 'content-length'),
  });
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text !== null && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}
