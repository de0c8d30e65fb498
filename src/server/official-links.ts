import type { Platform } from '#/model/platform.ts';

/**
 * One public video of each platform's own account, years old and shown in its own documents or in the extractor's tests: what stays, as
 * far as anybody can say. Facebook's is the example of its embedded player, X's that of its API (the account was called Twitter then),
 * Instagram's is of its account `instagram`, TikTok's of `tiktok`, and YouTube's is its Rewind of 2018.
 */
export const OFFICIAL_LINKS: Readonly<Record<Platform, string>> = {
  facebook: 'https://www.facebook.com/facebook/videos/10153231379946729/',
  instagram: 'https://www.instagram.com/reel/Chunk8-jurw/',
  tiktok: 'https://www.tiktok.com/@tiktok/video/7106594312292453675',
  twitter: 'https://x.com/X/status/1263145271946551300',
  youtube: 'https://www.youtube.com/watch?v=YbJOTdZBX1g',
};
