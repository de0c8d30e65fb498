import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { MfaPreference, MfaType } from '../../identity-client.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { isBug, remoteValueOf } from '../refusal.ts';

/** What a user may want of one kind of second step. */
export type Wish = { type: MfaType; to: 'enabled' | 'disabled' | 'preferred' };

/** Which second steps are on, and how to change that. */
export function useSecondStep({ user, identity }: Pick<Account, 'user' | 'identity'>) {
  const queryClient = useQueryClient();
  const queryKey = accountKey(user, 'mfa');
  const preference = useQuery({
    queryKey,
    queryFn: () => remoteValueOf(identity.mfaPreference()),
    staleTime: 0,
    throwOnError: isBug,
  });
  const change = useMutation({
    mutationFn: async ({ type, to }: Wish) => {
      await remoteValueOf(identity.setMfaPreference({ [type]: to }));
      return remoteValueOf(identity.mfaPreference());
    },
    onSuccess: (now: MfaPreference) => queryClient.setQueryData(queryKey, now),
    throwOnError: isBug,
  });
  return { preference, change };
}
