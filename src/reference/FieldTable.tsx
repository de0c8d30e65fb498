import { m } from '#/language/paraglide/messages.js';
import type { ReferenceField } from '#/model/api-reference.ts';
import classes from './reference.module.css';
import { TypeText } from './TypeText.tsx';

/** What is sent or answered, field by field. */
export function FieldTable({ caption, fields }: { caption: string | null; fields: readonly ReferenceField[] }) {
  return (
    <table className={classes.fields}>
      {caption !== null && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{m.api_ref_field()}</th>
          <th scope="col">{m.api_ref_type()}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, isRequired }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>
              <TypeText type={type} />
              {isRequired && <span className={classes.required}> {m.api_ref_required()}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
