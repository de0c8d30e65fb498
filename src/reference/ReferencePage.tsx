import { pageOrigin } from '#/site/serving/origin.ts';
import { type ApiReference, OPERATION_GROUPS } from '#/model/api-reference.ts';
import { FailureTable } from './FailureTable.tsx';
import { GeneralNotes } from './GeneralNotes.tsx';
import { GROUP_TEXT } from './operation-text.ts';
import { OperationEntry } from './OperationEntry.tsx';
import { QuickStart } from './QuickStart.tsx';
import classes from './reference.module.css';
import { ReferenceIndex } from './ReferenceIndex.tsx';
import { ShapeList } from './ShapeList.tsx';

/** All that the public API does, with its index; the same for everybody, and without scripts. */
export function ReferencePage({ reference }: { reference: ApiReference }) {
  const origin = pageOrigin();
  const { operations, shapes, failures } = reference;
  return (
    <div className={classes.reference}>
      <ReferenceIndex reference={reference} />
      <div className={classes.content}>
        <QuickStart operations={operations} origin={origin} />
        <GeneralNotes origin={origin} />
        {OPERATION_GROUPS.map((group) => (
          <section key={group} className={classes.section} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{GROUP_TEXT[group]()}</h2>
            {operations
              .filter((operation) => operation.group === group)
              .map((operation) => (
                <OperationEntry
                  key={operation.id}
                  operation={operation}
                  origin={origin}
                  isOpen={operation === operations[0]}
                />
              ))}
          </section>
        ))}
        <ShapeList shapes={shapes} />
        <FailureTable failures={failures} />
      </div>
    </div>
  );
}
