/** yt-dlp: the version that was tested, and the oldest that is used where it is found installed. */
export const EXTRACTOR_VERSION = { tested: '2026.10.26', oldest: '2026.10' } as const;
