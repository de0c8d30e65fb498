import { QueueCard } from '#/download/queue-view/QueueCard.tsx';
import { QueueHeader } from '#/download/queue-view/QueueHeader.tsx';
import { QueueRow } from '#/download/queue-view/QueueRow.tsx';
import { TransferLine } from '#/download/transfers/TransferLine.tsx';
import type { QueueItem } from '#/download/queue/queue-item.ts';
import { m } from '#/language/paraglide/messages.js';
import { queueItemOf } from '#/download/fixtures/resolved.ts';
import { LIST, POST, queueItems, TIKTOK, TITLE, TRANSFERS, USAGE } from '../data.ts';
import { Called, SpecimenGroup, Specimen } from '../Specimen.tsx';

const nothing = () => {};
const ACTIONS = { pause: nothing, resume: nothing, stop: nothing, retry: nothing };
/** Rows say the same of a file as lines do: of cards those that differ are enough. */
const CARDS = ['waiting', 'reading', 'ready', 'long title', 'ready, audio', 'failed', 'failed, may pass', 'limit'];

/** A link of the queue in each state, as a row and as a card; what is said of all; files on their way. */
export function QueueSpecimens() {
  const items = queueItems();
  const posts = { 'without watermark': TIKTOK, 'several entries': POST, playlist: LIST };
  return (
    <>
      <SpecimenGroup name="queue rows">
        {Object.entries(items).map(([name, item]) => (
          <Specimen key={name} name={name} isWide>
            <QueueRow item={item} onOpen={nothing} />
          </Specimen>
        ))}
      </SpecimenGroup>
      <SpecimenGroup name="result cards">
        {Object.entries(items)
          .filter(([name]) => CARDS.includes(name))
          .map(([name, item]) => (
            <Card key={name} name={name} item={item} />
          ))}
        {Object.entries(posts).map(([name, resolved]) => (
          <Card key={name} name={name} item={queueItemOf(resolved)} />
        ))}
      </SpecimenGroup>
      <SpecimenGroup name="queue header">
        <Specimen name="little left" isWide>
          <QueueHeader queue={Object.values(items)} usage={USAGE} />
        </Specimen>
      </SpecimenGroup>
      <SpecimenGroup name="transfers">
        {Object.entries(TRANSFERS).map(([name, transfer]) => (
          <Specimen key={name} name={name} isWide>
            <TransferLine title={TITLE} transfer={transfer} actions={ACTIONS} href="/api/video/token" />
          </Specimen>
        ))}
        <Specimen name="cancelled, with undo" isWide isLoose>
          <Called label={m.download_cancel()}>
            {() => <TransferLine title={TITLE} transfer={{ ...TRANSFERS.paused, isStopped: true }} actions={ACTIONS} />}
          </Called>
        </Specimen>
      </SpecimenGroup>
    </>
  );
}

function Card({ name, item }: { name: string; item: QueueItem }) {
  return (
    <Specimen name={name} isWide>
      <QueueCard item={item} place={2} count={3} onMove={nothing} onClose={nothing} />
    </Specimen>
  );
}
