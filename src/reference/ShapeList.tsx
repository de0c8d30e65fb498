import { m } from '#/language/paraglide/messages.js';
import type { ReferenceShape } from '#/model/api-reference.ts';
import { FieldTable } from './FieldTable.tsx';
import classes from './reference.module.css';

/** What has a name in the OpenAPI document, by that name: objects with their fields, words with those there are. */
export function ShapeList({ shapes }: { shapes: readonly ReferenceShape[] }) {
  const byName = shapes.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return (
    <section className={classes.section} aria-labelledby="shapes">
      <h2 id="shapes">{m.api_ref_schemas_title()}</h2>
      <div className={classes.shapes}>
        {byName.map(({ name, fields, values }) => (
          <details key={name} className={classes.operation}>
            <summary className="chevron" aria-label={name}>
              <h3 id={`shape-${name}-name`}>
                <code>{name}</code>
              </h3>
            </summary>
            <article id={`shape-${name}`} className={classes.prose} aria-labelledby={`shape-${name}-name`}>
              {fields.length > 0 && <FieldTable caption={null} fields={fields} />}
              {values.length > 0 && (
                <p className={classes.codes}>
                  {values.map((value) => (
                    <code key={value}>{value}</code>
                  ))}
                </p>
              )}
            </article>
          </details>
        ))}
      </div>
    </section>
  );
}
