import type { UnreadAnswer } from '#/model/admin.ts';

/** The answers as a text for whoever looks after the engine: in English, since it is written for a tracker of issues. */
export function writeReport(answers: readonly UnreadAnswer[]): string {
  return answers.map(describe).join('\n\n');
}

function describe({ platform, kind, host, code, extractor, version, types, message, ...seen }: UnreadAnswer): string {
  return [
    `platform: ${platform}`,
    `link: ${kind} of ${host}`,
    `answered: ${code}`,
    `extractor: ${extractor ?? 'read to its end'} (yt-dlp ${version ?? 'unknown'})`,
    ...(types.length > 0 ? [`exceptions: ${types.join(' < ')}`] : []),
    `said: ${message || 'nothing'}`,
    `seen: ${seen.count}, ${seen.firstAt} to ${seen.lastAt}`,
  ].join('\n');
}
