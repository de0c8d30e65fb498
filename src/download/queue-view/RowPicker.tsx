import { m } from '#/language/paraglide/messages.js';
import type { CommonFile } from '../formats/common-files.ts';
import choice from '../choices/Choice.module.css';
import classes from './QueueRow.module.css';

type Props = { title: string; picks: readonly CommonFile[]; picked: string; onPick: (formatId: string) => void };

/** What of a link is downloaded, in its row, and how large that is. A plain select: each system shows it as its visitors know it. Gone where no script runs. */
export function RowPicker({ title, picks, picked, onPick }: Props) {
  return (
    <select
      className={`${choice.select} ${classes.picker}`}
      aria-label={m.download_row_format({ title })}
      value={picked}
      onChange={({ currentTarget }) => onPick(currentTarget.value)}
    >
      {picks.map(({ format, name, detail, size }) => (
        <option key={format.id} value={format.id}>
          {[format.kind.startsWith('video') ? name : `${name} ${detail}`, size].filter(Boolean).join(' · ')}
        </option>
      ))}
    </select>
  );
}
