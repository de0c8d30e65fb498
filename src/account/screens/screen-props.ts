import type { AccountConfig } from '#/model/account.ts';
import type { ScreenName, StateOf } from '../flow/state.ts';
import type { Send } from '../use-authenticator.ts';

/** What each screen is told. */
export type ScreenProps<Name extends ScreenName> = { state: StateOf<Name>; send: Send; config: AccountConfig };
