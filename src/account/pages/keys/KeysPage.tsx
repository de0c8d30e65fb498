import { useState } from 'react';
import type { CreatedApiKey } from '#/model/api-key.ts';
import type { Account } from '../account-ports.ts';
import { CreatedKeys } from './CreatedKeys.tsx';
import { KeysSection } from './KeysSection.tsx';
import { NewKeySection } from './NewKeySection.tsx';

/** Keys of the downloader API: those in use, and new ones, each of which is shown once. */
export function KeysPage({ account }: { account: Pick<Account, 'user' | 'site'> }) {
  const [created, setCreated] = useState<readonly CreatedApiKey[]>([]);
  return (
    <>
      <CreatedKeys created={created} onLeft={setCreated} />
      <KeysSection account={account} />
      <NewKeySection account={account} onCreated={(one) => setCreated((all) => [one, ...all])} />
    </>
  );
}
