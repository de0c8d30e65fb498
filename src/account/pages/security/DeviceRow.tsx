import { Button } from '@mantine/core';
import { formatDateTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Device } from '../../identity-client.ts';
import { deviceName } from './device-name.ts';
import parts from '../parts.module.css';

/** A device: what it is, when it was last seen, whether it is this one, and whether it is remembered. */
export function DeviceRow({ device, isThis, onForget }: { device: Device; isThis: boolean; onForget: () => void }) {
  const name = deviceName(device.name);
  const seenAt = (device.lastSeenAt ?? device.createdAt)?.toISOString();
  return (
    <li className={parts.row} aria-label={name}>
      <div className={parts.about}>
        <span className={parts.name}>
          <bdi>{name}</bdi>
          {isThis && <span className={parts.badge}>{m.account_device_this()}</span>}
          {device.isRemembered && <span className={parts.badge}>{m.account_device_is_remembered()}</span>}
        </span>
        <span className={`secondary ${parts.facts}`}>
          {seenAt && <time dateTime={seenAt}>{m.account_device_seen({ time: formatDateTime(seenAt) })}</time>}
        </span>
      </div>
      <Button
        variant="default"
        color="danger"
        size="xs"
        onClick={onForget}
        aria-label={`${m.account_device_forget()}: ${name}`}
      >
        {m.account_device_forget()}
      </Button>
    </li>
  );
}
