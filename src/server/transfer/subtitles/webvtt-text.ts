/** Marks that WebVTT knows (section 6.4): styles, classes, voices, languages, ruby, times; all others would be hidden text. */
const MARK = /<\/?(?:[biuc]|ruby|rt|v|lang)(?:\.[\w-]+)*(?:[ \t][^<>&\n]{0,200})?>|<\d{2,3}:\d{2}(?::\d{2})?\.\d{3}>/y;
/** Character references, which stay as they are. */
const REFERENCE = /&(?:\w{1,32}|#\d{1,7}|#x[\da-f]{1,6});/iy;
const BEGINNING = /[<&]/g;
/** SubRip's font tags, and the positions that its players know (`{\an8}`). */
const FOREIGN = /<\/?font[^<>]*>|\{\\[^{}]*\}/gi;
/** At the top of the picture. */
const TOP = /\{\\an[789]\}/;

/** Settings that only place a cue; those of regions and of other syntaxes mean nothing without what they refer to. */
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,4}(?:\.\d{1,4})?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d{1,4})?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d{1,4})?%|align:(?:start|center|end|left|right))$/;

/** Plain text as it stands in a cue. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A cue's text with the marks that WebVTT knows; whatever else looks like one is text, and no line can end the cue. */
export function webvttText(text: string): string {
  const source = text.replace(FOREIGN, '');
  let written = '';
  for (let at = 0; at < source.length;) {
    const kept = matchAt(MARK, source, at) ?? matchAt(REFERENCE, source, at);
    const next = kept ?? source.slice(at, nextMark(source, at + 1));
    written += kept ?? escapeText(next);
    at += next.length;
  }
  return written;
}

/** The settings of a cue that are good, each at most once. */
export function webvttSettings(settings: string, text: string): string {
  const good = settings.split(/\s+/).filter((setting) => SETTING.test(setting));
  const byName = new Map(good.map((setting) => [setting.split(':', 1)[0], setting]));
  if (byName.size === 0 && TOP.test(text)) return 'line:0';
  return [...byName.values()].join(' ');
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Where the next mark or reference may begin. */
function nextMark(text: string, from: number): number {
  BEGINNING.lastIndex = from;
  return BEGINNING.exec(text)?.index ?? text.length;
}
