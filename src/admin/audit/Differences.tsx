import { m } from '#/language/paraglide/messages.js';
import type { AuditEntry } from '#/model/operations.ts';
import { differences, isNothing } from './differences.ts';
import { fieldText } from './field-text.ts';
import { valueText } from './value-text.ts';
import classes from './Differences.module.css';

/** From what to what something was changed, value by value. */
export function Differences({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const changed = differences(before, after);
  if (changed.length === 0) return m.admin_audit_no_change();
  return (
    <dl className={classes.differences}>
      {changed.map(({ path, ...values }) => (
        <div key={path.join('.')}>
          <dt>{fieldText(path)}</dt>
          <dd>
            {!isNothing(values.before) && (
              <del>
                <span className="spoken">{m.admin_audit_before()} </span>
                {valueText(values.before, path.at(-1) ?? '')}
              </del>
            )}
            {!isNothing(values.after) && (
              <ins>
                <span className="spoken">{m.admin_audit_after()} </span>
                {valueText(values.after, path.at(-1) ?? '')}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
