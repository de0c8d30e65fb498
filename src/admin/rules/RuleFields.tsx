import { NativeSelect, TextInput } from '@mantine/core';
import { platforms } from '#app.config';
import { m } from '#/language/paraglide/messages.js';
import { PLATFORMS } from '#/model/platform.ts';
import { RULE_KINDS } from '#/model/rule.ts';
import { KIND_TEXT } from './kind-text.ts';
import { asksPlatform, type RuleAnswers } from './rule-answers.ts';
import classes from './Rules.module.css';

type Props = {
  answers: RuleAnswers;
  /** Of Mantine's form, whichever has the fields. */
  inputProps: (field: keyof RuleAnswers) => object;
};

/** What a rule names, and why. */
export function RuleFields({ answers, inputProps }: Props) {
  const { name, hint } = KIND_TEXT[answers.kind];
  return (
    <div className={classes.fields}>
      <NativeSelect
        size="sm"
        label={m.admin_rules_kind()}
        data={RULE_KINDS.map((value) => ({ value, label: KIND_TEXT[value].name() }))}
        {...inputProps('kind')}
      />
      <TextInput
        size="sm"
        className={classes.value}
        label={name()}
        description={hint()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        {...inputProps('value')}
      />
      {asksPlatform(answers) && (
        <NativeSelect
          size="sm"
          label={m.admin_list_platform()}
          data={[
            { value: '', label: m.admin_rules_any_platform() },
            ...PLATFORMS.map((value) => ({ value, label: platforms[value].name })),
          ]}
          {...inputProps('platform')}
        />
      )}
      <TextInput size="sm" label={m.admin_reason()} autoComplete="off" maxLength={1000} {...inputProps('reason')} />
    </div>
  );
}
