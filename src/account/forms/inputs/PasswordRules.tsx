import type { PasswordSettings } from '#/model/account.ts';
import { m as text } from '../../texts/paraglide/messages.js';
import { passwordRules } from '../password-rules.ts';
import classes from './PasswordRules.module.css';
import { getLocale } from '../../texts/paraglide/runtime.js';

/** What a new password needs; each entry ticks itself off as it is typed. */
export function PasswordRules({ password, settings }: { password: string; settings: PasswordSettings }) {
  return (
    <div className={`fine-print ${classes.rules}`}>
      <p>{text.rules_title()}</p>
      <ul>
        {passwordRules(settings).map(({ problem, label, isMet }) => (
          <li key={problem} data-met={isMet(password)}>
            <span>{label()}</span>
            {isMet(password) && <span className="spoken"> ({text.rule_met()})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Says to who does not see the list what a new password still needs: each time that changes, and when it needs nothing more. */
export function PasswordProgress({ password, settings }: { password: string; settings: PasswordSettings }) {
  return <output className="spoken">{password !== '' && progressText(password, settings)}</output>;
}

function progressText(password: string, settings: PasswordSettings): string {
  const missing = passwordRules(settings).filter(({ isMet }) => !isMet(password));
  if (missing.length === 0) return text.rules_all_met();
  const rules = new Intl.ListFormat(getLocale()).format(missing.map(({ label }) => label()));
  return text.rules_left({ rules });
}
