import { Examples } from '#/reference/Examples.tsx';
import { OperationEntry } from '#/reference/OperationEntry.tsx';
import { OPERATION } from '../data.ts';
import { SpecimenGroup, Specimen } from '../Specimen.tsx';
import classes from '../showcase.module.css';

const ORIGIN = 'https://clipferry.example';

/** What the reference of the API is made of. */
export function ReferenceSpecimens() {
  return (
    <SpecimenGroup name="reference">
      <Specimen name="code" isWide>
        <Examples operation={OPERATION} origin={ORIGIN} />
      </Specimen>
      <Specimen name="operation, folded" isWide>
        <div className={classes.apart}>
          <OperationEntry operation={OPERATION} origin={ORIGIN} isOpen={false} />
        </div>
      </Specimen>
      <Specimen name="operation" isWide>
        <div className={classes.apart}>
          <OperationEntry operation={{ ...OPERATION, id: 'resolve' }} origin={ORIGIN} isOpen />
        </div>
      </Specimen>
    </SpecimenGroup>
  );
}
