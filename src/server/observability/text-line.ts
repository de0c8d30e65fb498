/** A structured line as people read it: `20:11:03 warn  The queue: … requestId=…` */
export function textLine(json: string): string {
  const { time, level, message, pid: _, ...facts }: Record<string, unknown> = JSON.parse(json);
  const told = Object.entries(facts).map(([name, value]) => ` ${name}=${String(value)}`);
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${String(message)}${told.join('')}\n`;
}
