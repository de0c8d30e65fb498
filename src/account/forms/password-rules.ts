import type { PasswordSettings } from '#/model/account.ts';
import { m as text } from '../texts/paraglide/messages.js';
import type { ProblemCode } from './problem.ts';

/** What counts as a symbol: these and the space (docs/specification.md 5.6). */
const SYMBOLS = new Set('^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+- ');

type PasswordRule = {
  problem: Extract<ProblemCode, `password_${string}`>;
  /** As an entry of the list beside the field. */
  label: () => string;
  isMet: (password: string) => boolean;
};

/** What the configuration asks of a new password, in the order in which it is told. */
export function passwordRules(settings: PasswordSettings): PasswordRule[] {
  const { minLength } = settings;
  const rules: [boolean, PasswordRule][] = [
    [
      true,
      {
        problem: 'password_length',
        label: () => text.rule_length({ minLength }),
        isMet: (password) => password.length >= minLength,
      },
    ],
    [
      settings.requiresLowercase,
      { problem: 'password_lowercase', label: text.rule_lowercase, isMet: (password) => /[a-z]/.test(password) },
    ],
    [
      settings.requiresUppercase,
      { problem: 'password_uppercase', label: text.rule_uppercase, isMet: (password) => /[A-Z]/.test(password) },
    ],
    [
      settings.requiresNumbers,
      { problem: 'password_numbers', label: text.rule_number, isMet: (password) => /\d/.test(password) },
    ],
    [
      settings.requiresSymbols,
      {
        problem: 'password_symbols',
        label: text.rule_symbol,
        isMet: (password) => [...password].some((character) => SYMBOLS.has(character)),
      },
    ],
  ];
  return rules.filter(([isAsked]) => isAsked).map(([, rule]) => rule);
}
