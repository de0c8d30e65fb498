import { useState } from 'react';
import type { CreatedApiKey } from '#/model/api-key.ts';
import type { Account } from '../account-ports.ts';
import { CreatedKey } from './CreatedKey.tsx';
import { KeysSection } from './KeysSection.tsx';
import { NewKeySection } from './NewKeySection.tsx';

/** Keys of the downloader API: those in use, and a new one, which is shown once. */
export function KeysPage({ account }: { account: Pick<Account, 'user' | 'site'> }) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  return (
    <>
      {created && <CreatedKey created={created} onDone={() => setCreated(null)} />}
      <KeysSection account={account} />
      <NewKeySection account={account} onCreated={setCreated} />
    </>
  );
}
