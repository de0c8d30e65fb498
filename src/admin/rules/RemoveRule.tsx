import { m } from '#/language/paraglide/messages.js';
import type { Rule } from '#/model/rule.ts';
import { ConfirmAction } from '../ConfirmAction.tsx';

/** Gives back what a rule took down, once that was confirmed. */
export function RemoveRule({ rule: { id, value }, onRemoved }: { rule: Rule; onRemoved: () => void }) {
  return (
    <ConfirmAction
      operation="removeRule"
      given={{ id }}
      label={m.download_remove()}
      of={value}
      title={m.admin_named({ action: m.download_remove(), name: value })}
      text={m.admin_rules_remove_text({ value })}
      isDanger
      onDone={onRemoved}
    />
  );
}
