import { useState } from 'react';
import type { Failure } from '#/model/failure.ts';
import { probeLink } from '../transfers/download-link.ts';

/** `failure` null: the server gives it, and the browser cannot play it; undefined: that is not known yet. */
type Failed = { source: string; failure: Failure | null | undefined };

/** `failure` undefined: there is none, or none that is understood. */
type PreviewFailure = { failure: Failed['failure']; note: (video: HTMLVideoElement) => void; forget: () => void };

/**
 * Why the source of a preview does not play; of another source nothing is known before it was tried. `note`: it has failed in this element,
 * which tells a server that refuses and a format that it cannot play by the same code, so the server is asked. `forget`: it is tried again.
 */
export function usePreviewFailure(source: string | undefined): PreviewFailure {
  const [failed, setFailed] = useState<Failed | null>(null);
  const forget = () => {
    if (failed) setFailed(null);
  };
  const note = async ({ error }: HTMLVideoElement) => {
    if (source === undefined) return;
    const noted: Failed = { source, failure: undefined };
    setFailed(noted);
    const answer = await probeLink(source);
    const failure = !answer.ok ? answer.failure : isBroken(error) ? ({ code: 'transfer_broken' } as const) : null;
    // Unless it is tried again meanwhile.
    setFailed((now) => (now === noted ? { source, failure } : now));
  };
  const failure = failed?.source === source ? failed?.failure : undefined;
  return { failure, note: (video) => void note(video), forget };
}

/** Whether it had begun to play, and its bytes stopped. */
function isBroken(error: MediaError | null): boolean {
  return error?.code === 2;
}
