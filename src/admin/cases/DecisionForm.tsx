import { Button, NativeSelect, Textarea } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { ConfirmDialog } from '#/account/pages/ConfirmDialog.tsx';
import parts from '#/account/pages/parts.module.css';
import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import { CaseDecision, type CaseWithRules } from '#/model/admin.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { useErrorsInLanguage } from '#/site/components/use-errors-in-language.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { didText } from '../audit/action-text.ts';
import { KIND_TEXT } from '../rules/kind-text.ts';
import { BLANK_RULE } from '../rules/rule-answers.ts';
import { RuleFields } from '../rules/RuleFields.tsx';
import { RulePreviewCard } from '../rules/RulePreviewCard.tsx';
import { useRulePreviews } from '../rules/use-rule-previews.ts';
import { useAdminChange } from '../use-admin-api.ts';
import { DecisionAnswers, suggestedAnswers, toDecision } from './decision-answers.ts';
import { CASE_STATE_TEXT, DECISION_TEXT } from './state-text.ts';
import classes from './Cases.module.css';

type Props = { of: CaseWithRules; onDecided: (said: string) => void };

/** Asks what becomes of a case, shows what its rules would hit, and only then decides. */
export function DecisionForm({ of, onDecided }: Props) {
  const { id, kind } = of.takedown;
  const [asked, setAsked] = useState<CaseDecision | null>(null);
  const decide = useAdminChange('decideCase', ({ takedown: { state } }) =>
    onDecided(didText('case.decide', CASE_STATE_TEXT[state]())),
  );
  const form = useForm<DecisionAnswers>({
    initialValues: suggestedAnswers(of),
    validate: schemaResolver(DecisionAnswers, { sync: true }),
  });
  useErrorsInLanguage(form);
  const previews = useRulePreviews((place, code) =>
    form.setFieldError(`rules.${place}.value`, FAILURE_TEXT[code].title()),
  );
  const { state, rules } = form.values;
  const adding = useRef<HTMLButtonElement>(null);
  const remove = (place: number) => {
    form.removeListItem('rules', place);
    // The last button of its kind goes with its rule; others are those of the next one then.
    if (place === rules.length - 1) adding.current?.focus();
  };
  const ask = (answers: DecisionAnswers) => {
    const decision = toDecision(answers);
    decide.reset();
    previews.mutate(decision.rules, { onSuccess: () => setAsked(decision) });
  };
  return (
    <Section heading={m.admin_cases_decision()}>
      <form className={classes.form} onSubmit={form.onSubmit(ask)}>
        <NativeSelect
          size="sm"
          label={m.admin_cases_decision()}
          description={DECISION_TEXT[kind][state]?.()}
          data={CaseDecision.entries.state.options
            .filter((value) => DECISION_TEXT[kind][value])
            .map((value) => ({ value, label: CASE_STATE_TEXT[value]() }))}
          {...form.getInputProps('state')}
        />
        {kind === 'takedown' && state === 'upheld' && (
          <fieldset className={classes.rules}>
            <legend>{m.admin_cases_new_rules()}</legend>
            {rules.map((answers, place) => (
              <div key={place} className={classes.rule}>
                <RuleFields answers={answers} inputProps={(field) => form.getInputProps(`rules.${place}.${field}`)} />
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={m.admin_named({
                    action: m.download_remove(),
                    name: answers.value.trim() || KIND_TEXT[answers.kind].name(),
                  })}
                  onClick={() => remove(place)}
                >
                  {m.download_remove()}
                </Button>
              </div>
            ))}
            <Button ref={adding} variant="default" size="sm" onClick={() => form.insertListItem('rules', BLANK_RULE)}>
              {m.admin_cases_add_rule()}
            </Button>
          </fieldset>
        )}
        <Textarea
          size="sm"
          rows={3}
          maxLength={5000}
          label={m.admin_cases_notes()}
          description={m.admin_cases_notes_hint()}
          {...form.getInputProps('notes')}
        />
        <AdminProblem error={previews.error} />
        <div className={parts.actions}>
          <Button type="submit" disabled={previews.isPending}>
            {m.admin_cases_decide()}
          </Button>
        </div>
      </form>
      {asked && (
        <ConfirmDialog
          title={m.admin_named({ action: m.admin_cases_decision(), name: CASE_STATE_TEXT[asked.state]() })}
          text={DECISION_TEXT[kind][asked.state]?.() ?? ''}
          label={m.admin_cases_decide()}
          isPending={decide.isPending}
          onConfirm={() => decide.mutate({ id, body: asked }, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        >
          {previews.data?.map((preview, place) => (
            <RulePreviewCard key={place} preview={preview} />
          ))}
          <AdminProblem error={decide.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}
