import { SETTING_GROUPS } from '#/server/env-texts.ts';
import type { SettingName } from '#/server/env.ts';
import { factsOf } from './setting-facts.ts';

type SettingText = NonNullable<(typeof SETTING_GROUPS)[number]['settings'][SettingName]>;

/** Characters of a line of `.env.example`. */
const LINE = 120;

/** `docs/configuration.md`. */
export function configurationDocument(): string {
  const sections = SETTING_GROUPS.map(({ title, settings }) => {
    const items = entries(settings).map(([name, text]) => `- **\`${name}\`**${aside(name, text)}. ${text.means}`);
    return `## ${title}\n\n${items.join('\n')}`;
  });
  return `# Configuration

Everything has a default, so nothing needs to be set. Settings come from the environment or from a file \`.env\` in the project's folder; the environment counts more. They are read in one place (\`src/server/env.ts\`) and checked at start: a setting that cannot be used stops the start, and the message names it.

What a browser may know (the site's name, its platforms, allowances, what the sign-in dialog asks for) is in \`app.config.ts\`.

This page and \`.env.example\` are written by \`npm run house -- --write\` from the settings' schema and their texts (\`src/server/env-texts.ts\`).

${sections.join('\n\n')}
`;
}

/** `.env.example`: every setting, with what it means and its default or what it may look like. */
export function exampleFile(): string {
  const sections = SETTING_GROUPS.map(({ title, settings }) => {
    const blocks = entries(settings).map(([name, text]) => {
      const { preset } = factsOf(name);
      const line = preset === null ? `# ${name}=${text.example ?? ''}` : `${name}=${preset}`;
      return `${wrapped(plain(text.means))}\n${line}`;
    });
    return `# --- ${title} ---\n\n${blocks.join('\n\n')}`;
  });
  const head =
    '# Every setting, each with its default. Copy to .env what you change; the environment counts more than the file.\n' +
    '# Written by `npm run house -- --write`; docs/configuration.md says the same.';
  return `${head}\n\n${sections.join('\n\n')}\n`;
}

function entries(settings: (typeof SETTING_GROUPS)[number]['settings']): [SettingName, SettingText][] {
  return Object.entries(settings) as [SettingName, SettingText][];
}

/** ` (default …; what it may be; such as …)` */
function aside(name: SettingName, { without, example }: SettingText): string {
  const { preset, words, least, largest } = factsOf(name);
  const choice = words.length > 0 ? `one of ${words.map((word) => `\`${word}\``).join(', ')}` : null;
  const range = least !== null && largest !== null ? `${least} to ${largest}` : null;
  const preface = preset !== null ? `default \`${preset}\`` : `without it: ${without}`;
  const sample = example === undefined || example === preset ? null : `such as \`${example}\``;
  return ` (${[preface, choice ?? range, sample].filter((part) => part !== null).join('; ')})`;
}

/** Without what only a reader of Markdown follows. */
function plain(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '$1: docs/$2').replaceAll('`', '');
}

function wrapped(text: string): string {
  let line = '#';
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > LINE) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}
