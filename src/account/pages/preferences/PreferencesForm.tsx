import { Button, NativeSelect } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { currentLocale } from '#/language/current.ts';
import type { Locale } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { Preferences } from '#/model/account.ts';
import { chooseColorScheme } from '#/site/theme/color-scheme.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { Problem } from '../Problem.tsx';
import { isBug, valueOf } from '../refusal.ts';
import { type PreferenceValues, PreferenceAnswers, toPreferenceValues } from './answers.ts';
import { FILE_QUESTIONS, type Question, SITE_QUESTIONS } from './questions.ts';
import parts from '../parts.module.css';
import classes from './Preferences.module.css';

type Props = {
  account: Pick<Account, 'user' | 'site'>;
  saved: Preferences | null;
  /** They are what is remembered of the server's answer from then on. */
  onSaved: (preferences: Preferences) => void;
  onLanguage: (language: Locale) => void;
};

/** The preferences as selects. A theme shows as soon as it is chosen; the rest when all of it is saved. */
export function PreferencesForm({ account: { user, site }, saved, onSaved, onLanguage }: Props) {
  const queryClient = useQueryClient();
  const queryKey = accountKey(user, 'preferences');
  const form = useForm<PreferenceValues>({
    initialValues: toPreferenceValues(saved),
    validate: schemaResolver(PreferenceAnswers, { sync: true }),
  });
  const [isSaid, setSaid] = useState(false);
  const save = useMutation({
    mutationFn: async (preferences: Preferences) => {
      await valueOf(site.savePreferences(preferences));
      return preferences;
    },
    onSuccess: async (preferences) => {
      // What was asked before may be answered only now, with what it was like then.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, preferences);
      onSaved(preferences);
      const { language } = preferences;
      if (language !== null && language !== currentLocale()) return onLanguage(language);
      form.resetDirty();
      setSaid(true);
    },
    throwOnError: isBug,
  });
  const ask = ({ name, label, options }: Question) => {
    const input = form.getInputProps(name);
    return (
      <NativeSelect
        key={name}
        size="md"
        label={label()}
        {...input}
        // What is settled stands out.
        data-open={form.values[name] === ''}
        classNames={{ input: classes.input }}
        data={[{ value: '', label: m.account_preferences_per_device() }, ...options()]}
        onChange={(event) => {
          input.onChange(event);
          setSaid(false);
          const theme = v.safeParse(v.nonNullable(Preferences.entries.theme), event.currentTarget.value);
          if (name === 'theme' && theme.success) chooseColorScheme(theme.output);
        }}
      />
    );
  };
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit((answers) => save.mutate(v.parse(PreferenceAnswers, answers)))}
    >
      <fieldset className={classes.group}>
        <legend>{m.account_preferences_downloads()}</legend>
        {FILE_QUESTIONS.map(ask)}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{m.account_preferences_site()}</legend>
        {SITE_QUESTIONS.map(ask)}
      </fieldset>
      <Problem error={save.error} />
      <div className={parts.actions}>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? m.account_saving() : m.download_save()}
        </Button>
        <output className={parts.said}>{isSaid ? m.account_saved() : ''}</output>
      </div>
    </form>
  );
}
