import { Button } from '@mantine/core';
import type { SocialProvider } from '#/model/account.ts';
import { m as text } from '../texts/paraglide/messages.js';
import classes from './AccountForm.module.css';
import { SOCIAL_NAMES } from './social-names.ts';

type Props = {
  providers: readonly SocialProvider[];
  purpose: 'signIn' | 'signUp';
  isPending: boolean;
  onChoose: (provider: SocialProvider) => void;
};

/** Signing in by an account that a visitor has elsewhere. */
export function SocialButtons({ providers, purpose, isPending, onChoose }: Props) {
  const label = purpose === 'signIn' ? text.social_sign_in : text.social_sign_up;
  if (providers.length === 0) return null;
  return (
    <div className={classes.social}>
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="default"
          size="md"
          fullWidth
          disabled={isPending}
          onClick={() => onChoose(provider)}
        >
          {label({ provider: SOCIAL_NAMES[provider] })}
        </Button>
      ))}
      <p className={`fine-print ${classes.or}`}>{text.or()}</p>
    </div>
  );
}
