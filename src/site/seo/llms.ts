import { app } from '#app.config';
import { DOCUMENT_GROUPS } from '../documents/document-groups.ts';

const GROUP_NAMES: Record<keyof typeof DOCUMENT_GROUPS, string> = {
  help: 'Help',
  howTo: 'How to',
  guides: 'Guides',
  about: 'About',
  legal: 'Legal',
};

/**
 * What there is to read here for programs that answer questions (llmstxt.org): the documents as Markdown, and the API.
 * @param titles of the documents in English, by slug
 */
export function llms(origin: string, titles: Readonly<Record<string, string>>): string {
  const groups = Object.entries(DOCUMENT_GROUPS).map(([group, slugs]) => {
    const lines = slugs.flatMap((slug) => (titles[slug] ? [`- [${titles[slug]}](${origin}/${slug}.md)`] : []));
    return [`## ${GROUP_NAMES[group as keyof typeof DOCUMENT_GROUPS]}`, '', ...lines].join('\n');
  });
  return `${[
    `# ${app.name}`,
    '> Downloads videos, audio, photos and subtitles from public posts on YouTube, TikTok, Instagram, Facebook and X, in ten languages, without an account.',
    'Each document exists in ten languages: put the code of the language before its name, such as /fr/privacy.md.',
    ...groups,
    [
      '## API',
      '',
      `- [Reference](${origin}/api)`,
      `- [OpenAPI document](${origin}/api/v1/openapi.json)`,
      `- [Status of the platforms](${origin}/api/v1/status)`,
    ].join('\n'),
  ].join('\n\n')}\n`;
}
