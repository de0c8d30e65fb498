import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { platforms } from '#app.config';
import { formatDays } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { API_ACTIONS } from '#/model/api-key.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { API_ACTION_TEXT } from './action-text.ts';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { KEY_DAYS, type KeyAnswers } from './key-answers.ts';
import parts from '../parts.module.css';

type Ticked = Pick<KeyAnswers, 'actions' | 'platforms' | 'hasWebhooks'>;

type Props = {
  answers: Ticked;
  errors: Record<string, ReactNode>;
  /** Of Mantine's form, for the fields that are typed or picked. */
  inputProps: (field: 'name' | 'days' | 'networks') => object;
  onTick: (ticked: Partial<Ticked>) => void;
};

/** What a new key is to be: its name, how long it works, what it may do, and from where. */
export function KeyFields({ answers: { actions, platforms: chosen, hasWebhooks }, errors, inputProps, onTick }: Props) {
  return (
    <>
      <div className={parts.pair}>
        <TextInput size="md" label={m.account_keys_name()} autoComplete="off" maxLength={100} {...inputProps('name')} />
        <NativeSelect
          size="md"
          label={m.account_keys_expires()}
          data={[
            { value: '', label: m.account_keys_never() },
            ...KEY_DAYS.map((days) => ({ value: String(days), label: formatDays(days) })),
          ]}
          {...inputProps('days')}
        />
      </div>
      <CheckboxGroup
        legend={m.account_keys_actions()}
        // The reference of the API calls them by their names.
        options={API_ACTIONS.map((value) => ({
          value,
          label: API_ACTION_TEXT[value](),
          description: <code translate="no">{value}</code>,
        }))}
        chosen={actions}
        problem={problemOf(errors['actions'])}
        onChoose={(value) => onTick({ actions: value })}
      />
      <CheckboxGroup
        legend={m.account_keys_platforms()}
        options={PLATFORMS.map((value) => ({ value, label: platforms[value].name }))}
        chosen={chosen}
        problem={problemOf(errors['platforms'])}
        onChoose={(value) => onTick({ platforms: value })}
      />
      <Textarea
        size="md"
        rows={2}
        label={m.account_keys_networks()}
        description={m.account_keys_networks_hint()}
        autoCapitalize="none"
        spellCheck={false}
        {...inputProps('networks')}
      />
      <Checkbox
        label={m.account_keys_webhooks()}
        checked={hasWebhooks}
        onChange={({ currentTarget }) => onTick({ hasWebhooks: currentTarget.checked })}
      />
    </>
  );
}

function problemOf(error: unknown): string | undefined {
  return typeof error === 'string' ? error : undefined;
}
