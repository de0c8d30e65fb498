import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '#/account/pages/data/save-file.ts';
import parts from '#/account/pages/parts.module.css';
import { isBug, valueOf } from '#/account/pages/refusal.ts';
import { m } from '#/language/paraglide/messages.js';
import { ok } from '#/model/failure.ts';
import { orUnanswered } from '#/site/browser/unanswered.ts';
import type { Filtered, ListFormat } from '../admin-api.ts';
import { useAdmin } from '../admin-context.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import type { ListName } from '../operations.ts';

type Props = { list: ListName; wanted: Filtered; save?: (name: string, content: Blob) => void };

/** The whole of a list as it is filtered, as a file. */
export function ExportButtons({ list, wanted, save = saveFile }: Props) {
  const admin = useAdmin();
  const taking = useMutation({
    mutationFn: async (format: ListFormat) => {
      const answer = await valueOf(admin.exportList(list, format, wanted));
      const content = await valueOf(orUnanswered<Blob>(answer.blob().then(ok)));
      return new File([content], `${list}.${format}`, { type: content.type });
    },
    onSuccess: (file) => save(file.name, file),
    throwOnError: isBug,
  });
  return (
    <>
      <AdminProblem error={taking.error} />
      <div className={parts.actions}>
        <Button variant="default" size="xs" disabled={taking.isPending} onClick={() => taking.mutate('csv')}>
          {m.admin_list_export_csv()}
        </Button>
        <Button variant="default" size="xs" disabled={taking.isPending} onClick={() => taking.mutate('json')}>
          {m.admin_list_export_json()}
        </Button>
        <output className={parts.said}>{taking.data ? m.admin_list_exported({ name: taking.data.name }) : ''}</output>
      </div>
    </>
  );
}
