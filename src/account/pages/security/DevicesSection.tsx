import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { Device } from '../../identity-client.ts';
import { remoteErrorText } from '../../texts/remote-error-text.ts';
import { type Account, accountKey } from '../account-ports.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { EmptyLine } from '../EmptyNote.tsx';
import { Pending } from '../Pending.tsx';
import { Problem } from '../Problem.tsx';
import { isBug, RemoteRefusal, remoteValueOf } from '../refusal.ts';
import { Section } from '../Section.tsx';
import { deviceName } from './device-name.ts';
import { DeviceRow } from './DeviceRow.tsx';
import parts from '../parts.module.css';

/** Devices that the identity service knows of the user, which may be forgotten; this one may be remembered. */
export function DevicesSection({ account }: { account: Pick<Account, 'user' | 'identity' | 'thisDeviceId'> }) {
  const { user, identity, thisDeviceId } = account;
  const queryClient = useQueryClient();
  const queryKey = accountKey(user, 'devices');
  const devices = useQuery({
    queryKey,
    queryFn: () => remoteValueOf(identity.listDevices()),
    staleTime: 0,
    throwOnError: isBug,
  });
  const [asked, setAsked] = useState<Device | null>(null);
  const remember = useMutation({
    mutationFn: () => remoteValueOf(identity.rememberDevice()),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    throwOnError: isBug,
  });
  const forget = useMutation({
    mutationFn: ({ id }: Device) => remoteValueOf(identity.forgetDevice({ id: id === thisDeviceId ? null : id })),
    onSuccess: (_, { id }) => {
      setAsked(null);
      queryClient.setQueryData<readonly Device[]>(queryKey, (all) => all?.filter((device) => device.id !== id));
    },
    throwOnError: isBug,
  });
  const isOff = devices.error instanceof RemoteRefusal && devices.error.error.code === 'DeviceTrackingOff';
  return (
    <Section heading={m.account_devices_heading()} intro={m.account_devices_intro()}>
      {devices.isPending && <Pending lines={1} />}
      {devices.isError && !devices.data && !isOff && (
        <Problem error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {(isOff || devices.data?.length === 0) && (
        <EmptyLine text={isOff ? remoteErrorText('DeviceTrackingOff') : m.account_devices_none_text()} />
      )}
      <ul className={parts.rows}>
        {devices.data?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isThis={device.id === thisDeviceId}
            remember={{ isPending: remember.isPending, onAsk: () => remember.mutate() }}
            onForget={() => {
              forget.reset();
              setAsked(device);
            }}
          />
        ))}
      </ul>
      <Problem error={remember.error} />
      <output className={parts.said}>
        {remember.isSuccess ? m.account_device_remembered() : forget.isSuccess ? m.account_device_forgotten() : ''}
      </output>
      {asked !== null && (
        <ConfirmDialog
          title={m.account_device_forget_title()}
          text={m.account_device_forget_text({ name: deviceName(asked.name) })}
          label={m.account_device_forget()}
          isPending={forget.isPending}
          onConfirm={() => forget.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <Problem error={forget.error} />
        </ConfirmDialog>
      )}
    </Section>
  );
}
