import { useEffect } from 'react';
import { keepUnsentText } from '#/download/form/unsent-text.ts';
import { Page } from '#/site/frame/Page.tsx';
import { PartProviders } from '#/site/frame/PartProviders.tsx';
import { AccountSpecimens } from './sections/AccountSpecimens.tsx';
import { AppSpecimens } from './sections/AppSpecimens.tsx';
import { ButtonSpecimens } from './sections/ButtonSpecimens.tsx';
import { DownloadSpecimens } from './sections/DownloadSpecimens.tsx';
import { FrameSpecimens } from './sections/FrameSpecimens.tsx';
import { LinkFieldSpecimens } from './sections/LinkFieldSpecimens.tsx';
import { NoticeSpecimens } from './sections/NoticeSpecimens.tsx';
import { OperatorSpecimens } from './sections/OperatorSpecimens.tsx';
import { PlayerSpecimens } from './sections/PlayerSpecimens.tsx';
import { QueueSpecimens } from './sections/QueueSpecimens.tsx';
import { ReferenceSpecimens } from './sections/ReferenceSpecimens.tsx';
import classes from './showcase.module.css';
// With those of the form and the queue, which are here: else these styles would be a file apart on every page that has them.
import '#/download/workspace/DownloadWorkspace.module.css';

/**
 * Every component of the site in every state that it has, as it really is, with data that does not change. For developers, who see here what
 * a change changes; tests/e2e/pages/components.spec.ts looks at it for them.
 */
export function ComponentsPage() {
  // What stands in these fields is nobody's, and does not go along to another page.
  useEffect(() => () => keepUnsentText(''), []);
  return (
    <Page>
      <h1 className={classes.title}>Components</h1>
      <PartProviders>
        <ButtonSpecimens />
        <LinkFieldSpecimens />
        <DownloadSpecimens />
        <QueueSpecimens />
        <NoticeSpecimens />
        <FrameSpecimens />
      </PartProviders>
      <AccountSpecimens />
      <OperatorSpecimens />
      <ReferenceSpecimens />
      <PartProviders>
        <PlayerSpecimens />
        <AppSpecimens />
      </PartProviders>
    </Page>
  );
}
