import { Button } from '@mantine/core';
import { platforms } from '#app.config';
import { formatDate, formatDateTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { API_ACTIONS, type ApiKey, type ApiKeyUsage } from '#/model/api-key.ts';
import { API_ACTION_TEXT } from './action-text.ts';
import { UsageBars } from './UsageBars.tsx';
import parts from '../parts.module.css';
import classes from './Keys.module.css';

/** A key: what it is called and begins with, how long it works, what it is for, and what is left of its limits. */
export function KeyRow({ of: { key, usage }, onRevoke }: { of: ApiKeyUsage; onRevoke: () => void }) {
  return (
    <li className={parts.row} aria-label={key.name}>
      <div className={parts.about}>
        <span className={parts.name}>
          <bdi>{key.name}</bdi>
          <code className={`fine-print ${classes.prefix}`}>{key.prefix}…</code>
          {scopesOf(key).map((scope) => (
            <span key={scope} className={parts.badge}>
              {scope}
            </span>
          ))}
        </span>
        <span className={`secondary ${parts.facts}`}>
          <span>{m.account_keys_created_on({ date: formatDate(key.createdAt) })}</span>
          <span>{lifeOf(key)}</span>
          <span>
            {key.lastUsedAt === null
              ? m.account_keys_unused()
              : m.account_device_seen({ time: formatDateTime(key.lastUsedAt) })}
          </span>
        </span>
        <UsageBars usage={usage} />
      </div>
      <Button
        variant="default"
        color="danger"
        size="xs"
        onClick={onRevoke}
        aria-label={m.account_named({ action: m.account_keys_revoke(), name: key.name })}
      >
        {m.account_keys_revoke()}
      </Button>
    </li>
  );
}

/** What a key is restricted to; nothing, where it may do all there is. */
function scopesOf({ scopes: { platforms: only, networks, actions } }: ApiKey): string[] {
  const isAll = actions.length === API_ACTIONS.length;
  return [
    ...(isAll ? [] : actions.map((action) => API_ACTION_TEXT[action]())),
    ...(only ?? []).map((platform) => platforms[platform].name),
    ...(networks ?? []),
  ];
}

function lifeOf({ expiresAt }: ApiKey): string {
  if (expiresAt === null) return m.account_keys_never();
  return Date.parse(expiresAt) <= Date.now()
    ? m.account_keys_expired()
    : m.account_keys_until({ date: formatDate(expiresAt) });
}
