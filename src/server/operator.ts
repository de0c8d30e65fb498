import type { OperatorFacts, PublicSetting } from '#/model/operator.ts';
import { PUBLIC_SETTINGS } from '#/model/operator.ts';
import type { Settings } from './env.ts';

/** Who runs this installation, as its settings tell. */
export function operatorOf(settings: Settings): OperatorFacts {
  return {
    name: settings.OPERATOR_NAME ?? null,
    address: settings.OPERATOR_ADDRESS ?? null,
    email: settings.OPERATOR_EMAIL ?? null,
    agent: settings.OPERATOR_AGENT ?? null,
    takedownEmail: settings.OPERATOR_TAKEDOWN_EMAIL ?? null,
    jurisdiction: settings.OPERATOR_JURISDICTION ?? null,
  };
}

/** What is still to be set before strangers are let in. Accounts that are elsewhere, or nowhere, need no mail from here. */
export function missingForPublic(settings: Settings): PublicSetting[] {
  return PUBLIC_SETTINGS.filter(
    (name) => settings[name] === undefined && !(name === 'SMTP_URL' && settings.IDENTITY !== 'embedded'),
  );
}
