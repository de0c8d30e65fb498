import { fail, type Failure, type Result } from '#/model/failure.ts';
import { platformOfHost } from '#/model/platform.ts';
import { linkKeys } from '#/model/rule.ts';
import type { PictureStore } from '#/server/bucket/picture-store.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { FileTransfer } from '#/server/transfer/index.ts';
import type { Pictures } from '#/server/transfer/pictures.ts';
import type { Caller } from '../caller.ts';
import type { Limits } from '../limits/limits.ts';
import type { LinkScope } from '../links/links.ts';
import type { Asset, AssetRequest } from './asset.ts';
import { HISTORY_PICTURE_ID, type HistoryPictures } from './history-pictures.ts';
import { createPictureCache } from './picture-cache.ts';
import { readSheet, readStoryboardTrack } from './storyboard.ts';
import { readSubtitleTrack } from './subtitle-track.ts';
import { readThumbnail } from './thumbnail.ts';

/** What a page shows beside a film: thumbnails, subtitles, the pictures of a scrubber. */
export type MediaAssets = {
  /**
   * What a link that was judged gives. Who asks is looked up only for what has no places of its own. Failures: invalid_request,
   * format_gone, link_invalid, taken_down, platform_off, those of Limits.transfers and of what is read.
   */
  read(request: AssetRequest, callerOf: () => Promise<Caller>): Promise<Result<Asset>>;
};

type Ports = {
  engine: Engine;
  transfer: FileTransfer;
  pictureStore: PictureStore;
  pictures: Pictures;
  history: Pick<HistoryPictures, 'read'>;
  limits: Pick<Limits, 'transfers'>;
  controls: Pick<LiveControls, 'takenDown' | 'switchedOff'>;
};

export function createMediaAssets({ engine, transfer, pictureStore, limits, controls, ...ports }: Ports): MediaAssets {
  const pictures = createPictureCache(pictureStore, ports.pictures);

  /** Within the limits of a preview: what is read may take an extraction, and has no places of its own as pictures have. */
  async function admitted(
    { canonicalUrl, formatId }: LinkScope,
    callerOf: () => Promise<Caller>,
    read: () => Promise<Result<Asset>>,
  ): Promise<Result<Asset>> {
    const platform = platformOfHost(URL.parse(canonicalUrl)?.hostname ?? '');
    if (!platform) return fail('link_invalid');
    const file = JSON.stringify([canonicalUrl, formatId]);
    const pass = await limits.transfers.enter({ caller: await callerOf(), file, platform, isShown: true });
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

  return {
    async read(request, callerOf) {
      const { scope, query } = request;
      const failure = refusal(scope);
      if (failure) return { ok: false, failure };
      if (scope.formatId === HISTORY_PICTURE_ID) return ports.history.read(scope.canonicalUrl);
      if (scope.purpose === 'thumbnail') return readThumbnail(request, pictures);
      if (scope.purpose === 'subtitles')
        return admitted(scope, callerOf, () => readSubtitleTrack(request, { engine, transfer }));
      return 'sheet' in query
        ? readSheet(request, pictures)
        : admitted(scope, callerOf, () => readStoryboardTrack(request, engine));
    },
  };
}
