/** Every document, in the groups and the order that the footer and its neighbours' links have. */
export const DOCUMENT_GROUPS = {
  help: ['faq', 'errors', 'limits', 'formats', 'supported-links', 'install', 'accounts'],
  howTo: ['how-to-facebook', 'how-to-instagram', 'how-to-tiktok', 'how-to-twitter', 'how-to-youtube'],
  about: ['about', 'contact', 'security', 'accessibility', 'changelog', 'self-hosting'],
  legal: ['terms', 'acceptable-use', 'privacy', 'cookies', 'dmca'],
} as const;

export type DocumentGroup = keyof typeof DOCUMENT_GROUPS;
export type DocumentSlug = (typeof DOCUMENT_GROUPS)[DocumentGroup][number];

export const DOCUMENT_SLUGS: readonly DocumentSlug[] = Object.values(DOCUMENT_GROUPS).flat();

/** The documents before and after one in its group. */
export function neighboursOf(slug: string): { before?: DocumentSlug | undefined; after?: DocumentSlug | undefined } {
  const group: readonly DocumentSlug[] =
    Object.values(DOCUMENT_GROUPS).find((slugs) => (slugs as readonly string[]).includes(slug)) ?? [];
  const place = group.indexOf(slug as DocumentSlug);
  return place < 0 ? {} : { before: group[place - 1], after: group[place + 1] };
}
