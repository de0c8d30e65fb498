import { createContext, use } from 'react';
import type { SignedInUser } from '#/account/identity-client.ts';
import { accountKey } from '#/account/pages/account-ports.ts';
import type { AdminApi } from './admin-api.ts';

/** What the operators' pages stand on: who is signed in, and whom to ask. */
type Admin = AdminApi & { user: SignedInUser };

export const AdminContext = createContext<Admin | null>(null);

/** Pages are rendered for administrators only. */
export function useAdmin(): Admin {
  const admin = use(AdminContext);
  if (!admin) throw new Error('A page of operators was rendered for nobody');
  return admin;
}

/** Key of something cached for an administrator; it goes with the session. */
export function adminKey({ user }: Pick<Admin, 'user'>, ...parts: unknown[]): readonly unknown[] {
  return accountKey(user, 'admin', ...parts);
}
