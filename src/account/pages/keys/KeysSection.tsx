import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { ApiKey, ApiKeyUsage } from '#/model/api-key.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { EmptyLine } from '../EmptyNote.tsx';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import { KeyRow } from './KeyRow.tsx';
import parts from '../parts.module.css';

/** The keys in use, which can be revoked. */
export function KeysSection({ account: { user, site } }: { account: Pick<Account, 'user' | 'site'> }) {
  const queryClient = useQueryClient();
  const queryKey = accountKey(user, 'keys');
  const keys = useQuery({
    queryKey,
    queryFn: () => valueOf(site.listKeys()),
    staleTime: 0,
    throwOnError: isBug,
  });
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => valueOf(site.revokeKey(id)),
    onSuccess: (_, { id }) => {
      setAsked(null);
      queryClient.setQueryData<readonly ApiKeyUsage[]>(queryKey, (all) => all?.filter(({ key }) => key.id !== id));
    },
    throwOnError: isBug,
  });
  const ask = (key: ApiKey) => {
    revoke.reset();
    setAsked(key);
  };
  return (
    <Section heading={m.account_keys_list()} intro={m.account_keys_intro()}>
      {keys.isPending && <Pending lines={1} />}
      {keys.isError && !keys.data && <Problem error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.data?.length === 0 && <EmptyLine text={m.account_keys_none_text()} />}
      <ul className={parts.rows}>
        {keys.data?.map((one) => (
          <KeyRow key={one.key.id} of={one} onRevoke={() => ask(one.key)} />
        ))}
      </ul>
      <output className={parts.said}>{revoke.isSuccess ? m.account_keys_revoked() : ''}</output>
      {asked !== null && (
        <ConfirmDialog
          title={m.account_keys_revoke_title()}
          text={m.account_keys_revoke_text({ name: asked.name })}
          label={m.account_keys_revoke()}
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <Problem error={revoke.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}
