import * as v from 'valibot';
import { app } from '#app.config';
import { escapeHtml } from './html.ts';
import { IdentityError } from './identity-error.ts';
import { messageLanguage, textsIn } from './messages/message-language.ts';
import type { LinkOutcome } from './messages/message-texts.ts';
import { htmlPage } from './page.ts';
import type { IdentityPorts } from './ports.ts';
import { confirmUser } from './operations/sign-up-operations.ts';

const Query = v.object({
  user: v.pipe(v.string(), v.uuid()),
  code: v.pipe(v.string(), v.maxLength(100)),
  /** Of the message that the link was in. */
  locale: v.optional(v.string()),
});

/** Where the link of a confirmation message leads. The page that the visitor signed up on notices by itself. */
export async function confirmPage(request: Request, ports: IdentityPorts): Promise<Response> {
  const query = v.safeParse(Query, Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return tell('linkIsDead', undefined);
  return tell(await confirm(query.output, ports), query.output.locale);
}

async function confirm({ user: sub, code }: v.InferOutput<typeof Query>, ports: IdentityPorts): Promise<LinkOutcome> {
  const user = await ports.users.bySub(sub);
  if (!user) return 'linkIsDead';
  if (user.status !== 'UNCONFIRMED') return 'confirmedBefore';
  try {
    await confirmUser(ports, user, await ports.codes.take(sub, 'sign-up', code), false);
    return 'confirmed';
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return 'linkIsDead';
  }
}

function tell(outcome: LinkOutcome, locale: string | undefined): Response {
  const language = messageLanguage(locale);
  const { title, text } = textsIn(language)[outcome];
  return htmlPage({
    language,
    title,
    body: `<p>${escapeHtml(text)}</p><p><a href="/">${escapeHtml(app.name)}</a></p>`,
    status: outcome === 'linkIsDead' ? 400 : 200,
  });
}
