import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';

/** What each platform's page says at its top. */
export const PLATFORM_TEXT: Record<Platform, { heading: () => string; intro: () => string }> = {
  facebook: { heading: m.site_facebook_heading, intro: m.site_facebook_intro },
  instagram: { heading: m.site_instagram_heading, intro: m.site_instagram_intro },
  tiktok: { heading: m.site_tiktok_heading, intro: m.site_tiktok_intro },
  twitter: { heading: m.site_twitter_heading, intro: m.site_twitter_intro },
  youtube: { heading: m.site_youtube_heading, intro: m.site_youtube_intro },
};
