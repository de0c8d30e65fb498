import { useState } from 'react';
import { platforms } from '#app.config';
import { ConfirmDialog } from '#/account/pages/ConfirmDialog.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { Overview } from '#/model/admin.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminChange } from '../use-admin-api.ts';
import classes from './Platforms.module.css';

/** Whether a platform is served. It is switched off after a question only; the switch turns once the server has done so. */
export function PlatformSwitch({ of: { platform, isOn, notice } }: { of: Overview['platforms'][number] }) {
  const { name } = platforms[platform];
  const [isAsked, setAsked] = useState(false);
  const turn = useAdminChange('switchPlatform');
  const turnTo = (next: boolean) =>
    turn.mutate({ id: platform, body: { isOn: next, notice } }, { onSuccess: () => setAsked(false) });
  const ask = () => {
    turn.reset();
    if (isOn) setAsked(true);
    else turnTo(true);
  };
  return (
    <>
      <button
        type="button"
        role="switch"
        className={classes.switch}
        aria-checked={isOn}
        aria-label={m.admin_platforms_serve({ platform: name })}
        aria-busy={turn.isPending}
        disabled={turn.isPending}
        onClick={ask}
      >
        <span aria-hidden="true" />
        {isOn ? m.admin_platforms_on() : m.admin_platforms_off()}
      </button>
      {!isAsked && <AdminProblem error={turn.error} />}
      {isAsked && (
        <ConfirmDialog
          title={m.admin_platforms_off_title({ platform: name })}
          text={m.admin_platforms_off_text()}
          label={m.admin_platforms_off_do()}
          isPending={turn.isPending}
          onConfirm={() => turnTo(false)}
          onClose={() => setAsked(false)}
        >
          <AdminProblem error={turn.error} />
        </ConfirmDialog>
      )}
    </>
  );
}
