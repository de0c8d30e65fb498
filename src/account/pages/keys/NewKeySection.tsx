import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { platforms } from '#app.config';
import { formatDays } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { API_ACTIONS, type CreatedApiKey } from '#/model/api-key.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import { ACTION_TEXT } from './action-text.ts';
import { Checkbox, CheckboxGroup } from './CheckboxGroup.tsx';
import { BLANK, KEY_DAYS, KeyAnswers, toNewKey } from './key-answers.ts';
import parts from '../parts.module.css';
import classes from './Keys.module.css';

type Props = { account: Pick<Account, 'user' | 'site'>; onCreated: (created: CreatedApiKey) => void };

/** Asks what a new key is to be. */
export function NewKeySection({ account: { user, site }, onCreated }: Props) {
  const queryClient = useQueryClient();
  const form = useForm<KeyAnswers>({ initialValues: BLANK, validate: schemaResolver(KeyAnswers, { sync: true }) });
  const create = useMutation({
    mutationFn: (answers: KeyAnswers) => valueOf(site.createKey(toNewKey(answers))),
    onSuccess: (created) => {
      form.reset();
      onCreated(created);
      return queryClient.invalidateQueries({ queryKey: accountKey(user, 'keys') });
    },
    throwOnError: isBug,
  });
  const { actions, platforms: chosen, hasWebhooks } = form.values;
  return (
    <Section heading={m.account_keys_new()}>
      <form className={classes.form} onSubmit={form.onSubmit((answers) => create.mutate(answers))}>
        <div className={classes.pair}>
          <TextInput
            size="md"
            label={m.account_keys_name()}
            autoComplete="off"
            maxLength={100}
            {...form.getInputProps('name')}
          />
          <NativeSelect
            size="md"
            label={m.account_keys_expires()}
            data={[
              { value: '', label: m.account_keys_never() },
              ...KEY_DAYS.map((days) => ({ value: String(days), label: formatDays(days) })),
            ]}
            {...form.getInputProps('days')}
          />
        </div>
        <CheckboxGroup
          legend={m.account_keys_actions()}
          options={API_ACTIONS.map((value) => ({ value, label: ACTION_TEXT[value]() }))}
          chosen={actions}
          problem={problemOf(form.errors['actions'])}
          onChoose={(value) => form.setFieldValue('actions', value)}
        />
        <CheckboxGroup
          legend={m.account_keys_platforms()}
          options={PLATFORMS.map((value) => ({ value, label: platforms[value].name }))}
          chosen={chosen}
          problem={problemOf(form.errors['platforms'])}
          onChoose={(value) => form.setFieldValue('platforms', value)}
        />
        <Textarea
          size="md"
          rows={2}
          label={m.account_keys_networks()}
          description={m.account_keys_networks_hint()}
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('networks')}
        />
        <Checkbox
          label={m.account_keys_webhooks()}
          isChecked={hasWebhooks}
          onCheck={(value) => form.setFieldValue('hasWebhooks', value)}
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

function problemOf(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
