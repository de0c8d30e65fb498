import { m } from '#/language/paraglide/messages.js';
import type { DocumentGroup } from './document-groups.ts';

/** What the groups of documents are called. */
export const DOCUMENT_GROUP_TEXT: Record<DocumentGroup, () => string> = {
  help: m.content_group_help,
  howTo: m.content_group_how_to,
  guides: m.content_group_guides,
  about: m.content_group_about,
  legal: m.content_group_legal,
};
