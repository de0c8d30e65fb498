import { ConsentPanel } from '#/analytics/ConsentPanel.tsx';
import { QueueDrawer } from '#/download/queue-view/QueueDrawer.tsx';
import { m } from '#/language/paraglide/messages.js';
import { InstallNote, OfflineNote, UpdateNote } from '#/site/pwa/AppNotes.tsx';
import { Called, SpecimenGroup, Specimen } from '../Specimen.tsx';

const nothing = () => {};

/** What is said of the site as an app; what visitors are asked; the queue beside a page. */
export function AppSpecimens() {
  return (
    <SpecimenGroup name="app">
      <Specimen name="no connection" isWide>
        <OfflineNote />
      </Specimen>
      <Specimen name="newer version" isWide>
        <UpdateNote onYes={nothing} onNo={nothing} />
      </Specimen>
      <Specimen name="installation" isWide>
        <InstallNote onYes={nothing} onNo={nothing} />
      </Specimen>
      <Specimen name="consent" isWide>
        <ConsentPanel choice={null} reason="ask" isRefusedByBrowser={false} onChoose={nothing} onClose={nothing} />
      </Specimen>
      <Specimen name="drawer" isLoose>
        <Called label={m.download_queue_heading()}>{(onClose) => <QueueDrawer place="" onClose={onClose} />}</Called>
      </Specimen>
    </SpecimenGroup>
  );
}
