import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, type Failure, type Result } from '#/model/failure.ts';
import { platformOfHost } from '#/model/platform.ts';
import { linkKeys } from '#/model/rule.ts';
import type { PictureShelf } from '#/server/bucket/picture-shelf.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { Transfer } from '#/server/transfer/index.ts';
import { createPictures } from '#/server/transfer/pictures.ts';
import type { Callers } from '../authenticate.ts';
import type { Limits } from '../limits/limits.ts';
import type { LinkPurpose, LinkScope } from '#/server/service/links/links.ts';
import { sendProblem } from '../problem.ts';
import { isAnswered } from '../shutdown.ts';
import { sendBytes, type SmallFile } from '../send-bytes.ts';
import type { VideoLink } from '../video/video-link.ts';
import { createPictureBook } from '#/server/service/media-assets/picture-cache.ts';
import { readSheet, readStoryboardTrack } from './storyboard.ts';
import { readSubtitleTrack } from './subtitle-track.ts';
import { readThumbnail } from './thumbnail.ts';

/** What a page shows beside a film: small, given whole, and kept by the browser for a while. */
export type Shown = {
  /** Answers a link that was judged, of a purpose that `isShown` is true for. */
  serve(req: IncomingMessage, res: ServerResponse, link: VideoLink & { scope: ShownScope }): Promise<void>;
};

export type ShownPorts = {
  engine: Engine;
  transfer: Transfer;
  shelf: PictureShelf;
  callers: Pick<Callers, 'ofBrowser'>;
  limits: Pick<Limits, 'transfers'>;
  controls: Pick<LiveControls, 'takenDown' | 'switchedOff'>;
  log: (line: string) => void;
};

export type ShownScope = LinkScope & { purpose: Exclude<LinkPurpose, 'download' | 'preview'> };

/** One thing that is asked for. `query` is what stands behind the link, not looked at yet. */
export type ShownRequest = {
  scope: ShownScope;
  query: Record<string, string>;
  accept: string;
  signal: AbortSignal;
};

/** Nobody looks at a result for longer; and what a link gave ends with it. */
const MAX_AGE_S = 60 * 60;

export function isShown(scope: LinkScope): scope is ShownScope {
  return scope.purpose !== 'download' && scope.purpose !== 'preview';
}

export function createShown({ engine, transfer, shelf, callers, limits, controls, log }: ShownPorts): Shown {
  const pictures = createPictureBook(shelf, createPictures({ engine, transfer, log }));

  /** Within the limits of a preview: what is read may take an extraction, and has no places of its own as pictures have. */
  async function admitted(req: IncomingMessage, { canonicalUrl, formatId }: LinkScope, read: () => Answer): Answer {
    const platform = platformOfHost(URL.parse(canonicalUrl)?.hostname ?? '');
    if (!platform) return fail('link_invalid');
    const file = JSON.stringify([canonicalUrl, formatId]);
    const pass = await limits.transfers.enter({ caller: await callers.ofBrowser(req), file, platform, isShown: true });
    if (!pass.ok) return pass;
    try {
      return await read();
    } finally {
      pass.value.leave();
    }
  }

  /** What the engine asks itself, of what is there without it. */
  function refusal({ canonicalUrl, ruleKeys = [] }: LinkScope): Failure | null {
    const platform = platformOfHost(URL.parse(canonicalUrl)?.hostname ?? '');
    const isOff = platform && controls.switchedOff(platform);
    return isOff || controls.takenDown([...linkKeys({ canonicalUrl }), ...ruleKeys]);
  }

  async function answer(req: IncomingMessage, request: ShownRequest): Answer {
    const { scope, query } = request;
    const failure = refusal(scope);
    if (failure) return { ok: false, failure };
    if (scope.purpose === 'thumbnail') return readThumbnail(request, pictures);
    if (scope.purpose === 'subtitles')
      return admitted(req, scope, () => readSubtitleTrack(request, { engine, transfer }));
    return 'sheet' in query
      ? readSheet(request, pictures)
      : admitted(req, scope, () => readStoryboardTrack(request, engine));
  }

  return {
    async serve(req, res, { scope, parameters }) {
      const gone = new AbortController();
      res.once('close', () => gone.abort());
      const query = Object.fromEntries(parameters);
      const given = await answer(req, { scope, query, accept: req.headers.accept ?? '', signal: gone.signal });
      if (isAnswered(res)) return;
      if (!given.ok) return sendProblem(res, given.failure);
      const maxAgeS = Math.min(MAX_AGE_S, scope.expiresAtS - Date.now() / 1000);
      sendBytes(req, res, given.value, maxAgeS);
    },
  };
}

type Answer = Promise<Result<SmallFile>>;
