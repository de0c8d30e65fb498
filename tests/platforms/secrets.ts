import type { Platform } from '#/model/platform.ts';

/** What the replicas say to who asks them, and nobody may be told: cookies, tokens, signatures, and who an address was made for. */
export const REPLICA_SECRETS: readonly string[] = [
  'replicaChain',
  'replicaCsrf',
  'replicaMid',
  '0Replica7Fr',
  '00_AfReplica',
  '1790000000000000000',
  // The signatures of YouTube's addresses, and the media that they are of.
  'AJT0t2aWRlbz',
  'o-OKvideo0001',
  // Said by YouTube in words that nobody has met (youtube-troubles.ts).
  'pl4nted',
  '203.0.113.77',
];

/** Servers that files come from: no address of theirs is told. */
export const FILE_SERVERS: readonly string[] = [
  'googlevideo.com',
  'fbcdn.net',
  'cdninstagram.com',
  'tiktokcdn',
  'us.tiktok.com',
  'twimg.com',
];

/** A link of each platform whose answer has such secrets. */
export const LINKS_WITH_SECRETS: Readonly<Record<Platform, string>> = {
  facebook: 'https://www.facebook.com/watch/?v=900000000000001',
  instagram: 'https://www.instagram.com/reel/REPLICAok01/',
  tiktok: 'https://www.tiktok.com/@replica.user/video/7400000000000000001',
  twitter: 'https://x.com/replica/status/1800000000000000001',
  youtube: 'https://www.youtube.com/watch?v=OKvideo0001',
};

/** One whose refusal has them, in words that operators are shown. */
export const REFUSED_WITH_SECRETS = 'https://www.youtube.com/watch?v=Strange0002';
