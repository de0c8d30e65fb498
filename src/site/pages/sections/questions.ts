import { allowances, limits, platforms } from '#app.config';
import { currentLocale } from '#/language/current.ts';
import { type FactForm, formatFact } from '#/language/format-fact.ts';
import { joinSentences } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { GIF_MAX_S } from '#/model/download.ts';
import { type ChangedFacts, type FactPath, factAt, secondsOf } from '#/model/facts.ts';
import type { Platform } from '#/model/platform.ts';

type Question = {
  question: string;
  answer: string;
  /** The document that says more. */
  more?: 'limits' | 'supported-links' | 'privacy';
};

const NOT_POSSIBLE: Record<Platform, () => string> = {
  facebook: m.section_never_facebook,
  instagram: m.section_never_instagram,
  tiktok: m.section_never_tiktok,
  twitter: m.section_never_twitter,
  youtube: m.section_never_youtube,
};

/**
 * What people of a platform ask: first what concerns it alone, then what concerns all.
 * @param changedFacts what this installation has set otherwise than app.config.ts
 */
export function questionsOf(platform: Platform, changedFacts: ChangedFacts): Question[] {
  const { name } = platforms[platform];
  return [
    ...PARTICULAR[platform](),
    { question: m.section_faq_several_q(), answer: m.section_faq_several_a({ limit: limits.linksPerPaste }) },
    {
      question: m.section_faq_never_q(),
      answer: joinSentences([NOT_POSSIBLE[platform](), m.section_faq_never_a()]),
      more: 'supported-links',
    },
    { question: m.section_faq_fail_q(), answer: m.section_faq_fail_a() },
    { question: m.section_faq_limits_q(), answer: limitsInWords(changedFacts), more: 'limits' },
    { question: m.section_faq_kept_q(), answer: m.section_faq_kept_a(), more: 'privacy' },
    { question: m.section_faq_author_q(), answer: m.section_faq_author_a({ platform: name }) },
    { question: m.section_faq_legal_q(), answer: m.section_faq_legal_a({ platform: name }) },
    { question: m.section_faq_free_q(), answer: m.section_faq_free_a() },
  ];
}

const PARTICULAR: Record<Platform, () => Question[]> = {
  facebook: () => [
    { question: m.section_faq_facebook_q(), answer: m.section_faq_facebook_a() },
    { question: m.section_faq_facebook_quality_q(), answer: m.section_faq_facebook_quality_a() },
    { question: m.section_faq_facebook_private_q(), answer: m.section_faq_facebook_private_a() },
    insideApp('facebook'),
  ],
  instagram: () => [
    { question: m.section_faq_instagram_q(), answer: m.section_faq_instagram_a() },
    { question: m.section_faq_instagram_size_q(), answer: m.section_faq_instagram_size_a() },
    { question: m.section_faq_instagram_private_q(), answer: m.section_faq_instagram_private_a() },
    insideApp('instagram'),
  ],
  tiktok: () => [
    { question: m.section_faq_tiktok_q(), answer: m.section_faq_tiktok_a() },
    {
      question: m.section_faq_tiktok_slideshow_q(),
      answer: m.section_faq_tiktok_slideshow_a({ zip: m.download_zip() }),
    },
    {
      question: m.section_faq_tiktok_sound_q(),
      answer: m.section_faq_tiktok_sound_a({ audio: m.download_mode_audio() }),
    },
    { question: m.section_faq_tiktok_h265_q(), answer: m.section_faq_tiktok_h265_a() },
  ],
  twitter: () => [
    { question: m.section_faq_twitter_q(), answer: m.section_faq_twitter_a() },
    {
      question: m.section_faq_twitter_gif_q(),
      answer: m.section_faq_twitter_gif_a({ seconds: GIF_MAX_S, images: m.download_group_images() }),
    },
    { question: m.section_faq_twitter_links_q(), answer: m.section_faq_twitter_links_a() },
    { question: m.section_faq_twitter_protected_q(), answer: m.section_faq_twitter_protected_a() },
  ],
  youtube: () => [
    { question: m.section_faq_youtube_q(), answer: m.section_faq_youtube_a() },
    { question: m.section_faq_youtube_4k_q(), answer: m.section_faq_youtube_4k_a() },
    {
      question: m.section_faq_youtube_mp3_q(),
      answer: m.section_faq_youtube_mp3_a({ audio: m.download_mode_audio() }),
    },
    {
      question: m.section_faq_youtube_subtitles_q(),
      answer: m.section_faq_youtube_subtitles_a({ subtitles: m.download_mode_subtitles() }),
    },
    {
      question: m.section_faq_youtube_playlist_q(),
      answer: m.section_faq_youtube_playlist_a({ count: limits.playlistEntries, max: limits.archiveLinks }),
    },
  ],
};

/** Of platforms whose apps open links in a browser of their own. */
function insideApp(platform: Platform): Question {
  const { name } = platforms[platform];
  return { question: m.section_faq_inapp_q({ platform: name }), answer: m.section_faq_inapp_a({ platform: name }) };
}

/** What a visitor may do in a while, and how large and long a file may be. */
function limitsInWords(changedFacts: ChangedFacts): string {
  const fact = (path: FactPath, as: FactForm) => {
    const value = changedFacts[path] ?? factAt(path);
    return formatFact(as === 'duration' ? secondsOf(path, value) : value, as, currentLocale());
  };
  return m.section_faq_limits_a({
    links: fact('allowances.guest.resolutions', 'number'),
    downloads: fact('allowances.guest.downloads', 'number'),
    time: fact('allowances.windowS', 'duration'),
    data: fact('allowances.guest.gigabytesPerDay', 'gigabytes'),
    size: fact('allowances.fileGigabytes', 'gigabytes'),
    length: fact('allowances.fileHours', 'duration'),
    times: allowances.userTimes,
  });
}
