import { Button } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import type { MfaPreference, MfaType } from '../../identity-client.ts';
import { MFA_TEXT } from './mfa-text.ts';
import type { Wish } from './use-second-step.ts';
import parts from '../parts.module.css';

type Props = { type: MfaType; preference: MfaPreference; isPending: boolean; onWish: (to: Wish['to']) => void };

/** One kind of second step: whether it is on, whether it is asked first where there are several, and what can be changed of it. */
export function SecondStepRow({ type, preference: { enabled, preferred }, isPending, onWish }: Props) {
  const name = MFA_TEXT[type]();
  const isOn = enabled.includes(type);
  const isPreferred = preferred === type;
  return (
    <li className={parts.row} aria-label={name}>
      <div className={parts.about}>
        <span className={parts.name}>
          {name}
          {isOn && <span className={parts.badge}>{m.account_two_step_is_on()}</span>}
          {isOn && isPreferred && enabled.length > 1 && (
            <span className={parts.badge}>{m.account_two_step_is_preferred()}</span>
          )}
        </span>
      </div>
      <div className={parts.actions}>
        {isOn && !isPreferred && (
          <Button
            variant="default"
            size="xs"
            disabled={isPending}
            onClick={() => onWish('preferred')}
            aria-label={m.account_named({ action: m.account_two_step_prefer(), name })}
          >
            {m.account_two_step_prefer()}
          </Button>
        )}
        {isOn ? (
          <Button
            variant="default"
            size="xs"
            disabled={isPending}
            onClick={() => onWish('disabled')}
            aria-label={m.account_named({ action: m.account_two_step_off(), name })}
          >
            {m.account_two_step_off()}
          </Button>
        ) : (
          <Button
            variant="default"
            size="xs"
            disabled={isPending}
            // The first one is the one that is asked for.
            onClick={() => onWish(enabled.length === 0 ? 'preferred' : 'enabled')}
            aria-label={m.account_named({ action: m.account_two_step_on(), name })}
          >
            {m.account_two_step_on()}
          </Button>
        )}
      </div>
    </li>
  );
}
