import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { platforms } from '#app.config';
import { ConfirmDialog } from '#/account/pages/ConfirmDialog.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { Overview } from '#/model/admin.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminChange } from '../use-admin-api.ts';

/** Whether a platform is served. It is switched off after a question only; the switch turns once the server has done so. */
export function PlatformSwitch({ of: { platform, isOn } }: { of: Overview['platforms'][number] }) {
  const { name } = platforms[platform];
  const [isAsked, setAsked] = useState(false);
  const turn = useAdminChange('switchPlatform');
  const turnTo = (next: boolean) =>
    turn.mutate({ id: platform, body: { isOn: next } }, { onSuccess: () => setAsked(false) });
  const ask = () => {
    // Not disabled meanwhile, since what is disabled loses the keyboard.
    if (turn.isPending) return;
    turn.reset();
    if (isOn) setAsked(true);
    else turnTo(true);
  };
  return (
    <>
      <Switch
        checked={isOn}
        label={isOn ? m.admin_platforms_on() : m.admin_platforms_off()}
        aria-label={m.admin_platforms_serve({ platform: name })}
        aria-busy={turn.isPending}
        onChange={ask}
      />
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
