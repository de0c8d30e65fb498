import { platforms } from '#app.config';
import { API_ACTION_TEXT } from '#/account/pages/keys/action-text.ts';
import parts from '#/account/pages/parts.module.css';
import { formatNumber } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { API_ACTIONS, type ApiKey } from '#/model/api-key.ts';
import { Id, Time } from '../list/Cells.tsx';
import type { Column } from '../list/column.ts';
import { KEY_LIMITS } from './admin-key-answers.ts';
import { KEY_LIMIT_TEXT } from './limit-text.ts';
import cells from '../list/Cells.module.css';
import classes from './AdminKeys.module.css';

type KeyState = 'active' | 'expired' | 'revoked';

const STATE_TEXT: Record<KeyState, () => string> = {
  active: m.admin_keys_active,
  expired: m.account_keys_expired,
  revoked: m.admin_keys_revoked,
};

export function stateOf({ revokedAt, expiresAt }: ApiKey): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active';
}

export function keyColumns(): Column<ApiKey>[] {
  return [
    { key: 'name', label: m.account_keys_name(), cell: (key) => <Name of={key} /> },
    { key: 'state', label: m.admin_list_state(), cell: (key) => <State of={key} /> },
    {
      key: 'owner',
      label: m.admin_keys_owner(),
      cell: ({ userId }) => (userId === null ? m.admin_operator() : <Id>{userId}</Id>),
    },
    { key: 'limits', label: m.admin_keys_limits(), cell: (key) => <Limits of={key} /> },
    { key: 'used', label: m.admin_keys_last_used(), cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
    {
      key: 'until',
      label: m.admin_keys_expiry(),
      cell: ({ expiresAt }) => (expiresAt === null ? m.account_keys_never() : <Time at={expiresAt} />),
    },
  ];
}

function Name({ of: { name, prefix, scopes } }: { of: ApiKey }) {
  const isAll = scopes.actions.length === API_ACTIONS.length;
  const badges = [
    ...(isAll ? [] : scopes.actions.map((action) => API_ACTION_TEXT[action]())),
    ...(scopes.platforms ?? []).map((platform) => platforms[platform].name),
    ...(scopes.networks ?? []),
  ];
  return (
    <div className={cells.lines}>
      <bdi>{name}</bdi>
      <Id>{`${prefix}…`}</Id>
      {badges.length > 0 && (
        <span className={`cluster ${cells.beside}`}>
          {badges.map((badge) => (
            <span key={badge} className={parts.badge}>
              {badge}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}

function State({ of }: { of: ApiKey }) {
  const state = stateOf(of);
  return (
    <span className={classes.state} data-state={state}>
      {STATE_TEXT[state]()}
    </span>
  );
}

function Limits({ of: { limits } }: { of: ApiKey }) {
  return KEY_LIMITS.map((limit) => (
    <div key={limit}>{m.admin_named({ action: KEY_LIMIT_TEXT[limit](), name: formatNumber(limits[limit]) })}</div>
  ));
}
