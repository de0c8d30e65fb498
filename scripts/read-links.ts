import { findLinks } from '#/model/links/links.ts';
import { recognise } from '#/server/engine/links/link.ts';

/** How many of a list's links are what, and which are refused. */
type LinkCount = {
  /** By `youtube video`, `tiktok short` …, the commonest first. */
  recognised: readonly (readonly [form: string, count: number])[];
  /** In the order of the list. */
  refused: readonly { link: string; code: string }[];
};

/** Reads each line as a visitor would paste it: all links of a text, and a text without any is no link. */
export function readLinks(text: string): LinkCount {
  const counts = new Map<string, number>();
  const refused: { link: string; code: string }[] = [];
  for (const line of text.split(/\r?\n/).filter((each) => each.trim() !== '')) {
    const links = findLinks(line).map(({ link }) => link);
    for (const link of links.length > 0 ? links : [line]) {
      const reading = recognise(link);
      if (!reading.ok) {
        refused.push({ link, code: reading.failure.code });
        continue;
      }
      const { platform } = reading.value;
      const form = `${platform} ${'media' in reading.value ? reading.value.media.kind : 'short'}`;
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  }
  return { recognised: [...counts].toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b)), refused };
}
