import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import type { Platform } from '#/model/platform.ts';
import type { RouteState } from '#/model/engine/route.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminChange } from '../use-admin-api.ts';

type Props = {
  platform: Platform;
  route: RouteState;
  /** Whether there is no other: it cannot be switched off. */
  isOnly: boolean;
};

/** Whether a platform is asked by a way out, on all servers. It turns once the server has done so. */
export function RouteSwitch({ platform, route: { name, state }, isOnly }: Props) {
  const turn = useAdminChange('switchRoute');
  const isOn = state !== 'off';
  return (
    <>
      <Switch
        checked={isOn}
        label={isOn ? m.admin_route_on() : m.admin_route_off()}
        aria-label={m.admin_route_asked({ platform: platforms[platform].name, route: name })}
        aria-busy={turn.isPending}
        disabled={isOnly}
        title={isOnly ? m.admin_route_only() : undefined}
        // Not disabled meanwhile, since what is disabled loses the keyboard.
        onChange={() => !turn.isPending && turn.mutate({ id: platform, body: { name, isOn: !isOn } })}
      />
      <AdminProblem error={turn.error} />
    </>
  );
}
