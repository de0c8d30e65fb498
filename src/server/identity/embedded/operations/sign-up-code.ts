import type { Address, CodeRequest } from '../tables/codes.ts';
import type { Message } from '../deliver.ts';
import { foldName } from '../tables/fold-name.ts';
import { messageLanguage } from '../messages/message-language.ts';
import { IDENTITY_PATH } from '../pool.ts';
import type { IdentityPorts } from '../ports.ts';
import type { IdentityUser } from '../tables/user.ts';

type CodePorts = Pick<IdentityPorts, 'pool' | 'passwords'>;

type Locale = string | undefined;

/** The code by which a new user confirms their address, to be sent to them. `isQuick`: not waited for. */
export function signUpCode(
  { pool }: Pick<CodePorts, 'pool'>,
  user: Pick<IdentityUser, 'sub' | 'attributes'>,
  locale: Locale,
  { isQuick = false } = {},
): CodeRequest {
  const { email, phone_number: phone } = user.attributes;
  const address: Address = email
    ? { attribute: 'email', destination: email }
    : { attribute: 'phone_number', destination: phone ?? '' };
  const language = messageLanguage(user.attributes['locale'], locale);
  const link = (code: string) =>
    `${pool.origin}${IDENTITY_PATH}confirm?${new URLSearchParams({ user: user.sub, code, locale: language })}`;
  return {
    sub: user.sub,
    purpose: 'sign-up',
    address,
    locale: user.attributes['locale'] ?? locale,
    isQuick,
    ...(pool.verification === 'link' && email && { link }),
  };
}

/** To be sent in its place: all of a code but its message. `owner` has an account, and is told that somebody, maybe they, forgot it. */
export function pretendedSignUpCode(
  { pool, passwords }: CodePorts,
  { sub, name, owner, locale }: { sub: string; name: string; owner: IdentityUser | null; locale: Locale },
): CodeRequest {
  const address = passwords.supposedAddress(name);
  // As it is stored: what was typed may differ in capitals, and with that be somebody else's mailbox.
  const destination = Object.values(owner?.attributes ?? {}).find(
    (value) => foldName(value) === foldName(address.destination),
  );
  const language = owner?.attributes['locale'] ?? locale;
  const instead: Message | null =
    owner?.isEnabled && destination !== undefined
      ? {
          medium: address.attribute === 'email' ? 'EMAIL' : 'SMS',
          destination,
          purpose: 'sign-up-again',
          link: `${pool.origin}/account`,
          validS: 0,
          ...(language !== undefined && { locale: language }),
        }
      : null;
  return { sub, purpose: 'sign-up', address, locale, isPretended: true, ...(instead && { instead }) };
}
