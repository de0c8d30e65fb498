import { damaged, TransferError } from '../transfer-error.ts';
import { createAddressResolver } from './addresses.ts';
import { createSegmentCollector } from './hls-segments.ts';
import { playlistLines, readAttributes } from './hls-tags.ts';
import { positiveNumber, readCodecs, type Rendition } from './playlist.ts';

/** One quality of a stream: a media playlist of its video, with or without sound. */
type Variant = {
  url: string;
  /** Peak bits per second; 0 when not told. */
  bandwidth: number;
  widthPx: number | null;
  heightPx: number | null;
  fps: number | null;
  /** As RFC 6381 names them; empty when not told. */
  codecs: string[];
  /** Where its sound is, if not within. */
  audioGroup: string | null;
};

type AudioChoice = {
  group: string;
  /** Null: this sound is in the variants of the group themselves. */
  url: string | null;
  language: string | null;
  name: string;
  isDefault: boolean;
};

type MasterPlaylist = { variants: Variant[]; audio: AudioChoice[] };

/** Of either list: sites have a few dozen. */
const MAX_CHOICES = 1000;

const MASTER_TAGS = new Set(['#EXT-X-STREAM-INF', '#EXT-X-I-FRAME-STREAM-INF', '#EXT-X-MEDIA']);

/** Whether a text is a master playlist (RFC 8216 §4.3.4). Throws TransferError media_damaged where it is no playlist at all. */
export function isMaster(text: string): boolean {
  for (const { tag } of playlistLines(text)) {
    if (tag !== null && MASTER_TAGS.has(tag)) return true;
    if (tag === null || tag === '#EXTINF') return false;
  }
  return false;
}

/**
 * The segments of an HLS media playlist (RFC 8216 §4.3.2 and §4.3.3); `url` is where its text came from.
 *
 * Throws TransferError: drm for a key that is not AES-128 of the format `identity`; live_now without an EXT-X-ENDLIST;
 * no_direct_format for segments that do not share one initialization, and for variables; media_damaged for all else that is not a
 * media playlist, has more than MAX_SEGMENTS segments, or addresses that are not http.
 */
export function readMediaPlaylist(text: string, url: string): Rendition {
  const collector = createSegmentCollector(url);
  for (const { tag, value } of playlistLines(text)) {
    if (tag === null) collector.takeAddress(value);
    else collector.takeTag(tag, value);
  }
  return collector.finish();
}

/**
 * The choices of an HLS master playlist (RFC 8216 §4.3.4) in their order; `url` is where its text came from.
 * Throws TransferError: no_direct_format for variables; media_damaged where there are no variants, more than MAX_CHOICES, or
 * addresses that are not http.
 */
export function readMasterPlaylist(text: string, url: string): MasterPlaylist {
  const resolver = createAddressResolver();
  const resolve = (reference: string) => resolver(reference, url);
  const variants: Variant[] = [];
  const audio: AudioChoice[] = [];
  let attributes: Map<string, string> | null = null;
  for (const { tag, value } of playlistLines(text)) {
    if (tag === '#EXT-X-DEFINE') throw new TransferError('no_direct_format');
    if (tag === '#EXT-X-STREAM-INF') attributes = readAttributes(value);
    else if (tag === '#EXT-X-MEDIA') {
      const media = readAttributes(value);
      if (media.get('TYPE') === 'AUDIO') audio.push(audioChoice(media, resolve));
    } else if (tag === null) {
      if (!attributes) throw damaged('a variant without EXT-X-STREAM-INF');
      variants.push(variant(attributes, resolve(value)));
      attributes = null;
    }
    if (Math.max(variants.length, audio.length) > MAX_CHOICES) throw damaged('too many variants');
  }
  if (variants.length === 0) throw damaged('a master playlist without variants');
  return { variants, audio };
}

function variant(attributes: Map<string, string>, url: string): Variant {
  const resolution = /^(\d{1,5})x(\d{1,5})$/i.exec(attributes.get('RESOLUTION') ?? '');
  return {
    url,
    bandwidth: positiveNumber(attributes.get('BANDWIDTH')) ?? 0,
    widthPx: positiveNumber(resolution?.[1]),
    heightPx: positiveNumber(resolution?.[2]),
    fps: positiveNumber(attributes.get('FRAME-RATE')),
    codecs: readCodecs(attributes.get('CODECS')),
    audioGroup: attributes.get('AUDIO') ?? null,
  };
}

function audioChoice(media: Map<string, string>, resolve: (reference: string) => string): AudioChoice {
  const group = media.get('GROUP-ID');
  if (!group) throw damaged('EXT-X-MEDIA without GROUP-ID');
  const uri = media.get('URI');
  return {
    group,
    url: uri ? resolve(uri) : null,
    language: media.get('LANGUAGE') ?? null,
    name: media.get('NAME') ?? '',
    isDefault: media.get('DEFAULT') === 'YES',
  };
}
