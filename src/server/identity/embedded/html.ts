import { escapeUTF8 } from 'entities/escape';

/** Text that stays text in HTML, also inside an attribute in quotes. Mail programs that read HTML 4 do not know `&apos;`. */
export function escapeHtml(text: string): string {
  return escapeUTF8(text).replaceAll('&apos;', '&#39;');
}
