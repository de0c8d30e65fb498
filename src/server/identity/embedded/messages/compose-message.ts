import { app } from '#app.config';
import { escapeHtml } from '../html.ts';
import { messageLanguage, textsIn } from './message-language.ts';
import type { NoticeKind } from '../deliver.ts';
import type { MessageKind } from './message-texts.ts';

export type MessageContent = {
  kind: MessageKind;
  /** The code, temporary password or address that the message is about; it stands on a line of its own. */
  secret: string;
  /** How long that works. */
  validForS: number;
  /** What an invited person signs in with, or what has come is called. */
  name?: string | undefined;
  /** As the user has it, in any form. */
  locale?: string | undefined;
};

export type ComposedMessage = { language: string; subject: string; text: string; html: string };

const LINKS: ReadonlySet<MessageKind> = new Set(['signUpLink', 'signUpAgain', 'there']);

/** A message in its reader's language, as plain text and as simple HTML that loads nothing. */
export function composeMessage({ kind, secret, validForS, name = '', locale }: MessageContent): ComposedMessage {
  const language = messageLanguage(locale);
  const texts = textsIn(language);
  const values: Record<string, string> = { app: app.name, name, duration: inWords(validForS, language) };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const validityName = validityOf(kind);
  const intro = fill(texts[kind].intro);
  const validity = validityName && fill(texts[validityName]);
  const end = fill(kind === 'there' ? texts.toldOnce : texts.notAskedFor);
  const subject = fill(texts[kind].subject);
  return {
    language,
    subject,
    text: [intro, secret, [validity, end].filter(Boolean).join('\n')].join('\n\n') + '\n',
    html: page(language, subject, [
      `<p>${escapeHtml(intro)}</p>`,
      LINKS.has(kind) ? linkHtml(secret) : codeHtml(secret),
      `<p>${[validity, end]
        .filter((part) => part !== null)
        .map(escapeHtml)
        .join('<br>')}</p>`,
    ]),
  };
}

/** A notice in its reader's language, in the same two forms; there is nothing in it to open, so that nobody gets used to that. */
export function composeNotice({ kind, locale }: { kind: NoticeKind; locale?: string | undefined }): ComposedMessage {
  const language = messageLanguage(locale);
  const { notices, notYou } = textsIn(language);
  const fill = (text: string) => text.replaceAll('{app}', app.name);
  const [subject, ...parts] = [notices[kind].subject, notices[kind].text, notYou].map(fill) as [string, ...string[]];
  const html = page(
    language,
    subject,
    parts.map((part) => `<p>${escapeHtml(part)}</p>`),
  );
  return { language, subject, text: `${parts.join('\n\n')}\n`, html };
}

/** The one line of a text message. */
export function composeTextMessage(content: MessageContent): string {
  const { text } = composeMessage(content);
  return text.split('\n\n').slice(0, 2).join(' ');
}

/** null: nothing in it stops working. */
function validityOf(kind: MessageKind): 'codeWorksFor' | 'linkWorksFor' | 'passwordWorksFor' | null {
  if (kind === 'signUpAgain' || kind === 'there') return null;
  if (kind === 'signUpLink') return 'linkWorksFor';
  return kind === 'invitation' ? 'passwordWorksFor' : 'codeWorksFor';
}

/** In the largest unit that leaves no rest; a single day in hours, since "1 day" could be over tonight. */
function inWords(durationS: number, language: string): string {
  const units = [
    { unit: 'day', lengthS: 86_400, isFit: durationS > 86_400 },
    { unit: 'hour', lengthS: 3_600, isFit: true },
    { unit: 'minute', lengthS: 60, isFit: true },
  ];
  const { unit, lengthS } = units.find(({ lengthS, isFit }) => isFit && durationS % lengthS === 0) ?? {
    unit: 'second',
    lengthS: 1,
  };
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(durationS / lengthS);
}

function page(language: string, title: string, parts: readonly string[]): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="font-family:sans-serif;font-size:16px;line-height:1.5">${parts.join('')}</body></html>`,
  ].join('');
}

function codeHtml(code: string): string {
  return `<p style="font-size:28px;font-family:monospace">${escapeHtml(code)}</p>`;
}

function linkHtml(link: string): string {
  return `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
}
