import type { Store } from '#/server/store/store.ts';
import type { Attempts } from './tables/attempts.ts';
import type { ChallengeRepository } from './tables/challenges.ts';
import type { CodeRepository } from './tables/codes.ts';
import type { Deliver } from './deliver.ts';
import type { DeviceRepository } from './tables/devices.ts';
import type { GoneUsers } from './tables/gone-users.ts';
import type { GroupRepository } from './tables/groups.ts';
import type { IdentityLimits } from './limits.ts';
import type { Notices } from './notices.ts';
import type { Passwords } from './crypto/passwords.ts';
import type { PoolSettings } from './pool.ts';
import type { Recency } from './recent-authentication.ts';
import type { Encrypter } from './crypto/encrypt.ts';
import type { SessionRepository } from './tables/sessions.ts';
import type { Srp } from './crypto/srp-thread.ts';
import type { Tokens } from './tokens.ts';
import type { TotpSecrets } from './tables/totp-secrets.ts';
import type { UserRepository } from './tables/users.ts';

/** What operations and pages work with; each takes what it needs of it. */
export type IdentityPorts = {
  pool: PoolSettings;
  users: UserRepository;
  gone: GoneUsers;
  groups: GroupRepository;
  sessions: SessionRepository;
  tokens: Tokens;
  srp: Srp;
  passwords: Passwords;
  attempts: Attempts;
  challenges: ChallengeRepository;
  codes: CodeRepository;
  totpSecrets: TotpSecrets;
  devices: DeviceRepository;
  limits: IdentityLimits;
  encrypter: Encrypter;
  store: Pick<Store, 'query'>;
  deliver: Deliver;
  notices: Notices;
  recency: Recency;
  /** Milliseconds since 1970. */
  now: () => number;
  log: (message: string) => void;
};
