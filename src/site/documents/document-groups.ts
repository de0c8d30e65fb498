/** Every document, in the groups and the order that the footer and its neighbours' links have. */
export const DOCUMENT_GROUPS = {
  help: ['faq', 'errors', 'limits', 'formats', 'supported-links', 'install', 'accounts'],
  howTo: ['how-to-facebook', 'how-to-instagram', 'how-to-tiktok', 'how-to-twitter', 'how-to-youtube'],
  guides: [
    'youtube-to-mp3',
    'save-to-phone',
    'tiktok-without-watermark',
    'youtube-subtitles',
    'youtube-1080p-4k',
    'trim-and-gif',
    'playlists-and-zip',
    'in-app-browsers',
    'private-posts',
    'does-the-author-see',
    'is-it-legal',
    'platform-save-buttons',
  ],
  about: ['about', 'contact', 'security', 'accessibility', 'changelog', 'self-hosting'],
  legal: ['terms', 'acceptable-use', 'privacy', 'cookies', 'dmca'],
} as const;

export type DocumentGroup = keyof typeof DOCUMENT_GROUPS;
type DocumentSlug = (typeof DOCUMENT_GROUPS)[DocumentGroup][number];

export const DOCUMENT_SLUGS: readonly DocumentSlug[] = Object.values(DOCUMENT_GROUPS).flat();

/** The group that a document is in, and its documents; undefined: there is no such document. */
export function groupOf(slug: string): [name: DocumentGroup, slugs: readonly DocumentSlug[]] | undefined {
  const groups = Object.entries(DOCUMENT_GROUPS) as [DocumentGroup, readonly DocumentSlug[]][];
  return groups.find(([, slugs]) => slugs.some((one) => one === slug));
}

/** The documents before and after one in its group. */
export function neighboursOf(slug: string): { before?: DocumentSlug | undefined; after?: DocumentSlug | undefined } {
  const [, group] = groupOf(slug) ?? [];
  const place = group?.findIndex((one) => one === slug) ?? -1;
  return group ? { before: group[place - 1], after: group[place + 1] } : {};
}
