import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { m } from '#/language/paraglide/messages.js';
import { app } from '#app.config';
import type { Account } from '../account-ports.ts';
import { Problem } from '../Problem.tsx';
import { isBug, remoteValueOf, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import { saveFile } from './save-file.ts';
import parts from '../parts.module.css';

type Props = { account: Pick<Account, 'site' | 'identity'>; save?: (name: string, content: Blob) => void };

/** Everything as one file. */
export function ExportSection({ account, save = saveFile }: Props) {
  const taking = useMutation({
    mutationFn: () => exportFile(account),
    onSuccess: (file) => save(file.name, file),
    throwOnError: isBug,
  });
  return (
    <Section heading={m.account_export_heading()} intro={m.account_export_intro()}>
      <Problem error={taking.error} />
      <div className={parts.actions}>
        <Button disabled={taking.isPending} onClick={() => taking.mutate()}>
          {taking.isPending ? m.account_export_pending() : m.account_export()}
        </Button>
        <output className={parts.said}>
          {taking.data ? m.download_announce_done({ title: taking.data.name }) : ''}
        </output>
      </div>
    </Section>
  );
}

/** Everything that is known of the user, as one JSON file: what the site keeps, and what the identity service does. */
async function exportFile({ site, identity }: Pick<Account, 'site' | 'identity'>): Promise<File> {
  const [kept, attributes] = await Promise.all([valueOf(site.exportAccount()), remoteValueOf(identity.attributes())]);
  const name = `${app.name.toLowerCase()}-account-${kept.exportedAt.slice(0, 10)}.json`;
  return new File([JSON.stringify({ ...kept, attributes }, null, 2)], name, { type: 'application/json' });
}
