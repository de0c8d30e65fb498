import type { PasswordSettings } from '#/model/account.ts';
import { m as text } from '../texts/paraglide/messages.js';
import { passwordRules } from './password-rules.ts';
import classes from './PasswordRules.module.css';

/** What a new password needs; each entry ticks itself off as it is typed. */
export function PasswordRules({ password, settings }: { password: string; settings: PasswordSettings }) {
  return (
    <div className={classes.rules}>
      <p>{text.rules_title()}</p>
      <ul>
        {passwordRules(settings).map(({ problem, label, isMet }) => (
          <li key={problem} data-met={isMet(password)}>
            <span>{label()}</span>
            {isMet(password) && <span className={classes.spoken}> ({text.rule_met()})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
