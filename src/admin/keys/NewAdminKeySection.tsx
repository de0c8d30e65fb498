import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { KeyFields } from '#/account/pages/keys/KeyFields.tsx';
import parts from '#/account/pages/parts.module.css';
import { Refusal } from '#/account/pages/refusal.ts';
import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { CreatedApiKey } from '#/model/api-key.ts';
import { useErrorsInLanguage } from '#/site/components/use-errors-in-language.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminChange } from '../use-admin-api.ts';
import { AdminKeyAnswers, BLANK_ADMIN_KEY, KEY_LIMITS, toNewAdminKey } from './admin-key-answers.ts';
import { KEY_LIMIT_TEXT } from './limit-text.ts';
import classes from './AdminKeys.module.css';

/** Asks what a new key is to be, and whose. */
export function NewAdminKeySection({ onCreated }: { onCreated: (created: CreatedApiKey) => void }) {
  const create = useAdminChange('createKey', onCreated);
  const form = useForm<AdminKeyAnswers>({
    initialValues: BLANK_ADMIN_KEY,
    validate: schemaResolver(AdminKeyAnswers, { sync: true }),
  });
  useErrorsInLanguage(form);
  const submit = (answers: AdminKeyAnswers) =>
    create.mutate(
      { body: toNewAdminKey(answers) },
      {
        onSuccess: () => form.reset(),
        onError: (error) => {
          if (isUnknown(error)) form.setFieldError('username', m.admin_keys_unknown_user());
        },
      },
    );
  return (
    <Section heading={m.account_keys_new()}>
      <form className={parts.form} onSubmit={form.onSubmit(submit)}>
        <TextInput
          size="md"
          label={m.admin_keys_for()}
          description={m.admin_keys_for_hint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          {...form.getInputProps('username')}
        />
        <KeyFields
          answers={form.values}
          errors={form.errors}
          inputProps={form.getInputProps}
          onTick={(ticked) => form.setValues(ticked)}
        />
        <fieldset className={classes.limits}>
          <legend>{m.admin_keys_limits()}</legend>
          <p>{m.admin_keys_limits_hint()}</p>
          {KEY_LIMITS.map((limit) => (
            <TextInput
              key={limit}
              size="sm"
              inputMode="numeric"
              label={KEY_LIMIT_TEXT[limit]()}
              autoComplete="off"
              maxLength={7}
              {...form.getInputProps(limit)}
            />
          ))}
        </fieldset>
        <AdminProblem error={isUnknown(create.error) ? null : create.error} />
        <div className={parts.actions}>
          <Button type="submit" disabled={create.isPending}>
            {create.isPending ? m.admin_saving() : m.account_keys_create()}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** Whether there is nobody whom the key could belong to. */
function isUnknown(error: Error | null): boolean {
  return error instanceof Refusal && 'status' in error.failure && error.failure.status === 404;
}
