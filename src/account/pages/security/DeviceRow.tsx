import { Button } from '@mantine/core';
import { formatDateTime } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { Device } from '../../identity-client.ts';
import { deviceName } from './device-name.ts';
import parts from '../parts.module.css';

type Props = {
  device: Device;
  isThis: boolean;
  onForget: () => void;
  /** Of this one only. */
  remember: { isPending: boolean; onAsk: () => void };
};

/** A device: what it is, when it was last seen, whether it is this one and remembered, and the one thing to do about that. */
export function DeviceRow({ device, isThis, onForget, remember }: Props) {
  const isStranger = isThis && !device.isRemembered;
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
          {isStranger && <span>{m.account_device_not_remembered()}</span>}
          {seenAt && <time dateTime={seenAt}>{m.account_device_seen({ time: formatDateTime(seenAt) })}</time>}
        </span>
      </div>
      {isStranger ? (
        <Button variant="default" size="xs" disabled={remember.isPending} onClick={remember.onAsk}>
          {m.account_device_remember()}
        </Button>
      ) : (
        <Button
          variant="default"
          color="danger"
          size="xs"
          onClick={onForget}
          aria-label={m.account_named({ action: m.account_device_forget(), name })}
        >
          {m.account_device_forget()}
        </Button>
      )}
    </li>
  );
}
