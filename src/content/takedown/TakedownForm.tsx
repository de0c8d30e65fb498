import type { CaseKind } from '#/model/operations.ts';
import { fileCase } from './takedown.functions.ts';
import { TakedownFields } from './TakedownFields.tsx';

/** The form of a notice, or of an objection, in an element of its own, which is all that hydrate-forms.tsx takes over of a served text. */
export function TakedownForm({ kind = 'takedown' }: { kind?: CaseKind }) {
  return (
    <div data-takedown={kind}>
      <TakedownFields kind={kind} file={fileCase} />
    </div>
  );
}
