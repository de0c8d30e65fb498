import { m } from '#/language/paraglide/messages.js';
import classes from './Farewell.module.css';

/** What the home page says to somebody who has just deleted their account. */
export function Farewell() {
  return (
    <div role="status" className={classes.farewell}>
      <p>{m.account_deleted()}</p>
      <p>{m.account_deleted_text()}</p>
    </div>
  );
}
