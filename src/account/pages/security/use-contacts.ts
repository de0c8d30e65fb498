import { useQuery } from '@tanstack/react-query';
import { type Account, accountKey } from '../account-ports.ts';
import { isBug, remoteValueOf } from '../refusal.ts';

/** By what the user can be reached. */
export function useContacts({ user, identity }: Pick<Account, 'user' | 'identity'>) {
  return useQuery({
    queryKey: accountKey(user, 'contacts'),
    queryFn: () => remoteValueOf(identity.findContacts()),
    staleTime: 0,
    throwOnError: isBug,
  });
}
