import { Fragment, type ReactNode } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { type LinkKind, LINK_KINDS } from '#/model/links/link-kinds.ts';
import type { Platform } from '#/model/platform.ts';
import { DocumentTable } from './DocumentTable.tsx';

const KIND_TEXT: Record<LinkKind, () => string> = {
  video: m.content_link_video,
  reel: () => 'Reel',
  shorts: () => 'Shorts',
  clip: () => 'Clip',
  post: m.content_link_post,
  photos: m.content_link_photos,
  playlist: m.content_link_playlist,
  channel: m.content_link_channel,
  album: m.content_link_album,
  live: m.content_link_live,
  short: m.content_link_short,
  embed: m.content_link_embed,
};

/** The forms of a platform's links that are recognised. */
export function LinkKinds({ platform }: { platform: Platform }) {
  return (
    <DocumentTable>
      <thead>
        <tr>
          <th scope="col">{m.content_link_kind()}</th>
          <th scope="col">{m.content_link_form()}</th>
        </tr>
      </thead>
      <tbody>
        {LINK_KINDS[platform].map(({ kind, link }) => (
          <tr key={link}>
            <td>{KIND_TEXT[kind]()}</td>
            <td>
              <code>{broken(link.replace(/^https:\/\/(?:www\.)?/, ''))}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </DocumentTable>
  );
}

/** In a narrow column an address goes on in the next line behind a sign that parts it, and not within a word. */
function broken(address: string): ReactNode {
  return address.split(/(?<=[/?&=])/).map((part, at) => (
    // Parts of one address never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ));
}
