import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '#/language/paraglide/messages.js';
import { ModalDialog } from '#/site/components/ModalDialog.tsx';
import { singleKeys, useChoice } from '../choices/choices.ts';
import { MODES } from '../form/mode.ts';
import classes from './KeysDialog.module.css';

/** All keys of the form, and the switch for those that are a single one (WCAG 2.2, 2.1.4). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const isOff = useChoice(singleKeys) === 'off';
  return (
    <ModalDialog aria-labelledby="keys-heading" onClose={onClose}>
      <h2 id="keys-heading" className={classes.heading}>
        {m.download_keys()}
      </h2>
      <dl className={classes.list}>
        <Row keys={['/']}>{m.download_keys_field()}</Row>
        <Row keys={['p']}>{m.download_keys_paste()}</Row>
        <Row keys={MODES.map((_, index) => `${index + 1}`)}>{m.download_keys_modes()}</Row>
        <Row keys={['?']}>{m.download_keys_list()}</Row>
        <Row keys={['Enter']}>{m.download_submit()}</Row>
        <Row keys={['Shift', 'Enter']}>{m.download_keys_line()}</Row>
        <Row keys={['Esc']}>{m.download_keys_leave()}</Row>
      </dl>
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={!isOff}
          onChange={({ currentTarget }) => singleKeys.choose(currentTarget.checked ? null : 'off')}
        />
        <span>{m.download_keys_on()}</span>
      </label>
      <form method="dialog">
        <Button type="submit" variant="default" fullWidth>
          {m.download_keys_close()}
        </Button>
      </form>
    </ModalDialog>
  );
}

function Row({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <div className={classes.row}>
      <dt>
        {keys.map((key) => (
          <kbd key={key} className={classes.key}>
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
