import { type ReactNode, useEffect, useMemo } from 'react';
import type { IdentityClient, SignedInUser } from '#/account/identity-client.ts';
import { sessionEnd, type Surroundings } from '#/account/pages/create-account.ts';
import { watchSite } from '#/account/pages/watch-session-end.ts';
import { endsSession } from '#/account/remote-error.ts';
import { adminApi } from './admin-api.ts';
import { AdminContext } from './admin-context.ts';
import { AdminLayout } from './AdminLayout.tsx';

type Props = Pick<Surroundings, 'send' | 'onEnd'> & {
  user: SignedInUser;
  client: IdentityClient;
  onSignOut: () => void;
  children: ReactNode;
};

/** The pages of an administrator who is signed in, until whatever they ask is answered that the session is over. */
export function AdminSession({ user, client, send, onEnd, onSignOut, children }: Props) {
  const end = useMemo(() => sessionEnd({ send, onEnd }), [send, onEnd]);
  const admin = useMemo(() => ({ ...watchSite(adminApi, client, end), user }), [client, end, user]);
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type === 'refreshFailed' && endsSession(event.error)) end(event.error);
      }),
    [client, end],
  );
  return (
    <AdminContext value={admin}>
      <AdminLayout name={user.name} onSignOut={onSignOut}>
        {children}
      </AdminLayout>
    </AdminContext>
  );
}
