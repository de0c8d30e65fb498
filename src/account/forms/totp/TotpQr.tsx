import { lazy, Suspense } from 'react';
import { m as text } from '../../texts/paraglide/messages.js';
import classes from '../AccountForm.module.css';

const QrImage = lazy(async () => ({ default: (await import('./QrImage.tsx')).QrImage }));

/** The QR code of an `otpauth:` address, 228 pixels wide; what draws it is loaded with the first one. */
export function TotpQr({ uri }: { uri: string }) {
  return (
    <div className={classes.qrFrame}>
      <Suspense fallback={<p>{text.qr_pending()}</p>}>
        <QrImage content={uri} />
      </Suspense>
    </div>
  );
}
