import { use } from 'react';
import { app } from '#app.config';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { pageOrigin } from '#/site/serving/origin.ts';
import { DocumentContext } from '../document-context.ts';
import classes from './parts.module.css';

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * A link that takes the page one is on to this site, to be dragged among the browser's bookmarks, and the same as a text. React renders no
 * `javascript:` addresses, so this one is put in as HTML. The page's own policy keeps it from running here: enhance.ts explains a click.
 */
export function Bookmarklet() {
  const { locale } = use(DocumentContext);
  const address = `${pageOrigin()}${localizePath('/', locale)}?u=`;
  const script = `javascript:void(location.href=${JSON.stringify(address)}+encodeURIComponent(location.href))`;
  const label = m.content_bookmarklet({ name: app.name });
  const html = `<a href="${escaped(script)}" class="${classes.bookmarklet}" data-bookmarklet aria-describedby="bookmarklet-hint">${escaped(label)}</a>`;
  return (
    <div className={classes.part}>
      <p dangerouslySetInnerHTML={{ __html: html }} />
      <p id="bookmarklet-hint" className={`secondary ${classes.hint}`}>
        {m.content_bookmarklet_hint()}
      </p>
      <CopyAddress text={script} />
    </div>
  );
}

/** This site's address to which a link is appended, for shortcuts of phones. */
export function ShareAddress() {
  const { locale } = use(DocumentContext);
  return <CopyAddress text={`${pageOrigin()}${localizePath('/', locale)}?u=`} />;
}

/** A text to copy: by hand, or by its button where scripts run (enhance.ts). */
function CopyAddress({ text }: { text: string }) {
  return (
    <div className={classes.copy} data-copy>
      <input readOnly value={text} aria-label={m.content_address()} dir="ltr" />
      <button type="button" hidden data-copied={m.download_copied()}>
        {m.content_copy()}
      </button>
    </div>
  );
}
