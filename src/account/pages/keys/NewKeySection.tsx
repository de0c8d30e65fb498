import { Button } from '@mantine/core';
import { type FormErrors, schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#/language/paraglide/messages.js';
import type { CreatedApiKey } from '#/model/api-key.ts';
import { useErrorsInLanguage } from '#/site/components/use-errors-in-language.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import { BLANK, KeyAnswers, toNewKey } from './key-answers.ts';
import { KeyFields } from './KeyFields.tsx';
import parts from '../parts.module.css';

/** Fields that do not tell by themselves what is wrong with them, in their order. */
const QUIET = ['name', 'networks'] as const;

type Props = { account: Pick<Account, 'user' | 'site'>; onCreated: (created: CreatedApiKey) => void };

/** Asks what a new key is to be. */
export function NewKeySection({ account: { user, site }, onCreated }: Props) {
  const queryClient = useQueryClient();
  const form = useForm<KeyAnswers>({ initialValues: BLANK, validate: schemaResolver(KeyAnswers, { sync: true }) });
  useErrorsInLanguage(form);
  const create = useMutation({
    mutationFn: (answers: KeyAnswers) => valueOf(site.createKey(toNewKey(answers))),
    onSuccess: (created) => {
      form.reset();
      onCreated(created);
      return queryClient.invalidateQueries({ queryKey: accountKey(user, 'keys') });
    },
    throwOnError: isBug,
  });
  // It may be out of sight, and nobody would hear of it.
  const focusFirst = (errors: FormErrors) => {
    const wrong = QUIET.find((name) => errors[name]);
    if (wrong) form.getInputNode(wrong)?.focus();
  };
  return (
    <Section heading={m.account_keys_new()}>
      <form className={parts.form} onSubmit={form.onSubmit((answers) => create.mutate(answers), focusFirst)}>
        <KeyFields
          answers={form.values}
          errors={form.errors}
          inputProps={form.getInputProps}
          onTick={(ticked) => form.setValues(ticked)}
        />
        <Problem error={create.error} />
        <div className={parts.actions}>
          <Button type="submit" disabled={create.isPending}>
            {create.isPending ? m.account_saving() : m.account_keys_create()}
          </Button>
        </div>
      </form>
    </Section>
  );
}
