import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useRef } from 'react';
import parts from '#/account/pages/parts.module.css';
import { useFormKey } from '#/site/components/use-form-key.ts';
import { m } from '#/language/paraglide/messages.js';
import type { EngineSettings } from '#/model/operations.ts';
import { useErrorsInLanguage } from '#/site/components/use-errors-in-language.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminChange } from '../use-admin-api.ts';
import { EngineAnswers, toAnswers, toSettings } from './engine-answers.ts';

/** What of the engine can be settled while it runs. */
export function EngineForm({ settings }: { settings: EngineSettings }) {
  const { key, noteSaved } = useFormKey(settings);
  return <SettingsForm key={key} settings={settings} onSaved={noteSaved} />;
}

type Props = { settings: EngineSettings; onSaved: (settings: EngineSettings) => void };

function SettingsForm({ settings, onSaved }: Props) {
  const shown = useRef(settings);
  // What another operator has settled meanwhile is not in this form, but in the next one.
  const save = useAdminChange('configureEngine', () => onSaved(shown.current));
  const form = useForm<EngineAnswers>({
    initialValues: toAnswers(settings),
    validate: schemaResolver(EngineAnswers, { sync: true }),
  });
  useErrorsInLanguage(form);
  const submit = (answers: EngineAnswers) => {
    shown.current = toSettings(answers);
    const { youtubePlayerClients, workers, workersPerPlatform } = shown.current;
    const body = {
      ...(form.isDirty('clients') && { youtubePlayerClients }),
      ...(form.isDirty('workers') && { workers }),
      ...(form.isDirty('workersPerPlatform') && { workersPerPlatform }),
    };
    save.mutate({ body }, { onSuccess: () => form.resetDirty(answers) });
  };
  const number = { size: 'sm', inputMode: 'numeric', placeholder: m.admin_engine_as_configured() } as const;
  return (
    <form className={parts.form} onSubmit={(event) => form.onSubmit(submit)(event)}>
      <TextInput
        size="sm"
        label={m.admin_engine_clients()}
        description={m.admin_engine_clients_hint()}
        placeholder={m.admin_engine_as_configured()}
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('clients')}
      />
      <div className={parts.pair}>
        <TextInput {...number} label={m.admin_engine_workers()} {...form.getInputProps('workers')} />
        <TextInput
          {...number}
          label={m.admin_engine_workers_per_platform()}
          {...form.getInputProps('workersPerPlatform')}
        />
      </div>
      <AdminProblem error={save.error} />
      <div className={parts.actions}>
        <Button type="submit" size="sm" disabled={save.isPending || !form.isDirty()}>
          {save.isPending ? m.admin_saving() : m.admin_save()}
        </Button>
        <output className={parts.said}>{save.isSuccess && !form.isDirty() ? m.admin_saved() : ''}</output>
      </div>
    </form>
  );
}
