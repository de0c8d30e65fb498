import { m } from '#/language/paraglide/messages.js';
import type { Format } from '#/model/media/media.ts';
import { qualityLabel } from '../formats/format-label.ts';
import classes from './QueueRow.module.css';

type Props = { title: string; picks: readonly Format[]; picked: string; onPick: (formatId: string) => void };

/** What of a link is downloaded, in its row. A plain select: each system shows it as its visitors know it. Gone where no script runs. */
export function RowPicker({ title, picks, picked, onPick }: Props) {
  return (
    <select
      className={classes.picker}
      aria-label={m.download_row_format({ title })}
      value={picked}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    >
      {picks.map((format) => (
        <option key={format.id} value={format.id}>
          {format.kind === 'audio' ? `${format.container.toUpperCase()} ${qualityLabel(format)}` : qualityLabel(format)}
        </option>
      ))}
    </select>
  );
}
