import { m } from '#/language/paraglide/messages.js';
import { DoneScene } from '#/site/scenes/DoneScene.tsx';
import classes from './Farewell.module.css';

/** What the home page says to somebody who has just deleted their account. */
export function Farewell() {
  return (
    <output className={`notice edged ${classes.farewell}`}>
      <DoneScene />
      <span>{m.account_deleted()}</span>
      <span>{m.account_deleted_text()}</span>
    </output>
  );
}
