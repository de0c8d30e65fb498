import { type Player, scriptPath } from './youtube-players.ts';

/** The fixed parts of YouTube's pages and answers: who, what, and the frame around it. */

export const CHANNEL = 'UCreplicaReplicaReplica0';
const TITLES: Record<string, string> = {
  OKvideo0001: 'Replica: 4 seconds of test pattern — ünïcode & <tags>',
  Shorts00001: 'Replica short #shorts',
  Premiere001: 'Replica premiere: the night ferry',
};
export const titleOf = (id: string) => TITLES[id] ?? `Replica video ${id}`;
export const runs = (text: string, more = {}) => ({ runs: [{ text, ...more }] });
export const channelLink = {
  navigationEndpoint: { browseEndpoint: { browseId: CHANNEL, canonicalBaseUrl: '/@replicachannel' } },
};

export const SESSION = {
  INNERTUBE_API_KEY: 'AIzaReplica',
  INNERTUBE_CLIENT_NAME: 'WEB',
  INNERTUBE_CLIENT_VERSION: '2.20261101.00.00',
  VISITOR_DATA: 'CgtyZXBsaWNhVmlzaXQ%3D',
  INNERTUBE_CONTEXT_CLIENT_NAME: 1,
  LOGGED_IN: false,
  INNERTUBE_CONTEXT: {
    client: {
      hl: 'en',
      gl: 'US',
      clientName: 'WEB',
      clientVersion: '2.20261101.00.00',
    },
  },
};

/** What YouTube refuses a sheet without. */
export const STORYBOARD_SIGNATURE = 'rs$AOn4CL2';

export function thumbnails(id: string) {
  const at = (name: string, width: number, height: number) => ({
    url: `https://i.ytimg.com/vi/${id}/${name}.jpg`,
    width,
    height,
  });
  return { thumbnails: [at('hqdefault', 480, 360), at('maxresdefault', 1280, 720)] };
}

export const DATA = {
  details: (id: string) => ({
    videoId: id,
    title: titleOf(id),
    lengthSeconds: id === 'BigFile0001' ? '12' : '4',
    channelId: CHANNEL,
    author: 'Replica Channel',
    shortDescription: 'A replica video.\n\n0:00 Intro\n0:02 Middle\n0:03 End\n',
    viewCount: '12345',
    isLiveContent: false,
    thumbnail: thumbnails(id),
  }),

  microformat: (id: string, broadcast: { isLiveNow: boolean; startTimestamp: string } | null) => ({
    playerMicroformatRenderer: {
      title: { simpleText: titleOf(id) },
      description: { simpleText: 'A replica video.' },
      lengthSeconds: '4',
      isFamilySafe: true,
      ownerProfileUrl: 'http://www.youtube.com/@replicachannel',
      externalChannelId: CHANNEL,
      ownerChannelName: 'Replica Channel',
      publishDate: '2026-09-01T08:00:00-07:00',
      uploadDate: '2026-09-01T08:00:00-07:00',
      viewCount: '12345',
      thumbnail: thumbnails(id),
      ...(broadcast && { liveBroadcastDetails: broadcast }),
    },
  }),

  /** Three sizes of small pictures: for each its width, height, number, columns, rows, interval, name and signature. */
  storyboards: (id: string) => ({
    playerStoryboardSpecRenderer: {
      spec: [
        `https://i.ytimg.com/sb/${id}/storyboard3_L$L/$N.jpg?sqp=replica`,
        '48#27#8#10#10#0#default#rs$AOn4CL0',
        '80#45#8#5#5#500#M$M#rs$AOn4CL1',
        `160#90#8#3#2#500#M$M#${STORYBOARD_SIGNATURE}`,
      ].join('|'),
      recommendedLevel: 2,
    },
  }),

  captions: (id: string) => {
    const track = (kind: string, name: string) => ({
      baseUrl: `https://www.youtube.com/api/timedtext?v=${id}&caps=asr${kind}&lang=en`,
      name: { simpleText: name },
      vssId: kind ? 'a.en' : '.en',
      languageCode: 'en',
      isTranslatable: true,
      ...(kind && { kind: 'asr' }),
    });
    const captionTracks = [track('', 'English'), track('&kind=asr', 'English (auto-generated)')];
    return { playerCaptionsTracklistRenderer: { captionTracks, translationLanguages: [] } };
  },

  watchNext: (id: string) => {
    const owner = {
      videoOwnerRenderer: {
        title: runs('Replica Channel', channelLink),
        subscriberCountText: { simpleText: '1.2K subscribers' },
      },
    };
    const viewCount = { videoViewCountRenderer: { viewCount: { simpleText: '12,345 views' } } };
    const primary = { title: runs(titleOf(id)), viewCount, dateText: { simpleText: 'Sep 1, 2026' } };
    const contents = [{ videoPrimaryInfoRenderer: primary }, { videoSecondaryInfoRenderer: { owner } }];
    return { contents: { twoColumnWatchNextResults: { results: { results: { contents } } } } };
  },
};

export const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

export function page(id: string, player: unknown, script: Player): string {
  const session = { ...SESSION, PLAYER_JS_URL: scriptPath(script), STS: script.timestamp };
  return `<!DOCTYPE html><html lang="en"><head><title>YouTube</title>
<script>ytcfg.set(${inScript(session)});</script></head><body>
<script>var ytInitialPlayerResponse = ${inScript(player)};</script>
<script>var ytInitialData = ${inScript(DATA.watchNext(id))};</script></body></html>`;
}
