/** Characters that a terminal obeys, or that change how what stands beside them is read: controls, bidirectional and invisible ones. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A structured line as machines read it: JSON escapes what would end it, and this the rest, which a terminal would obey. */
export function jsonLine(json: string): string {
  const escaped = json
    .trimEnd()
    .replace(UNPRINTABLE, (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
      ).join(''),
    );
  return `${escaped}\n`;
}

/** A structured line as people read it: `20:11:03 warn  The queue: … requestId=…` */
export function textLine(json: string): string {
  const { time, level, message, pid: _, ...facts }: Record<string, unknown> = JSON.parse(json);
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${printable(String(value))}`);
  // A stack has lines. They are indented, so that what begins at the margin was written by the log.
  const lines = String(message).split(/\r?\n/).map(printable).join('\n    ');
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${lines}${told.join('')}\n`;
}

function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
