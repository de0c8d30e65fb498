import type { Account } from '../account-ports.ts';
import { DeletionSection } from './DeletionSection.tsx';
import { ExportSection } from './ExportSection.tsx';

type Props = { account: Account; save?: (name: string, content: Blob) => void };

/** All that is kept of the user: to take along, or to have deleted. */
export function DataPage({ account, save }: Props) {
  return (
    <>
      <ExportSection account={account} {...(save && { save })} />
      <DeletionSection account={account} />
    </>
  );
}
