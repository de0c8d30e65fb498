import { Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import parts from '#/account/pages/parts.module.css';
import { Section } from '#/account/pages/Section.tsx';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { useErrorsInLanguage } from '#/site/components/use-errors-in-language.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { useAdminChange } from '../use-admin-api.ts';
import { BLANK_RULE, RuleAnswers, toRuleDraft } from './rule-answers.ts';
import { RuleFields } from './RuleFields.tsx';
import { RulePreviewCard } from './RulePreviewCard.tsx';
import { useRulePreviews } from './use-rule-previews.ts';
import classes from './Rules.module.css';

type Props = {
  /** What is to be taken down, where one came with it. */
  link: string;
  onAdded: (said: string) => void;
};

/** Asks for a rule, shows what it would hit, and only then adds it. */
export function NewRuleSection({ link, onAdded }: Props) {
  const previews = useRulePreviews();
  const add = useAdminChange('addRule');
  const form = useForm<RuleAnswers>({
    initialValues: { ...BLANK_RULE, value: link },
    validate: schemaResolver(RuleAnswers, { sync: true }),
    // What was shown is of what was asked then.
    onValuesChange: () => {
      previews.reset();
      add.reset();
    },
  });
  useErrorsInLanguage(form);
  const preview = previews.data?.[0];
  const save = () =>
    add.mutate(
      { body: toRuleDraft(form.values) },
      {
        onSuccess: ({ endedFiles }) => {
          form.setValues(BLANK_RULE);
          onAdded(m.admin_rules_added({ count: formatNumber(endedFiles) }));
        },
      },
    );
  return (
    <Section heading={m.admin_rules_new()} intro={m.admin_rules_new_intro()}>
      <form className={classes.form} onSubmit={form.onSubmit((answers) => previews.mutate([toRuleDraft(answers)]))}>
        <RuleFields answers={form.values} inputProps={form.getInputProps} />
        <AdminProblem error={previews.error} />
        {preview && <RulePreviewCard preview={preview} />}
        <AdminProblem error={add.error} />
        <div className={parts.actions}>
          {preview ? (
            <>
              <Button type="button" disabled={add.isPending} onClick={save}>
                {m.admin_rules_add()}
              </Button>
              <Button type="button" variant="default" onClick={() => previews.reset()}>
                {m.admin_rules_change()}
              </Button>
            </>
          ) : (
            <Button type="submit" variant="default" disabled={previews.isPending}>
              {m.admin_rules_preview()}
            </Button>
          )}
        </div>
      </form>
    </Section>
  );
}
