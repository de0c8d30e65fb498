import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import { Alert } from '@mantine/core';
import { m as text } from '../texts/paraglide/messages.js';

/** What the service refused, until it is dismissed. It is read out as it appears. */
export function RemoteErrorAlert({ text: message, onDismiss }: { text: string; onDismiss: () => void }) {
  return (
    <Alert
      role="alert"
      color="red"
      styles={{
        root: { background: 'var(--danger-soft)' },
        message: { color: 'var(--danger)' },
        closeButton: { color: 'var(--danger)' },
      }}
      withCloseButton
      closeButtonLabel={text.dismiss()}
      onClose={onDismiss}
    >
      {message}
    </Alert>
  );
}
