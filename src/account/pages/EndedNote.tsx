import type { RemoteError } from '../remote-error.ts';
import { remoteErrorText } from '../texts/remote-error-text.ts';
import parts from './parts.module.css';

/** Why somebody who was signed in has to do it again. */
export function EndedNote({ error: { code } }: { error: RemoteError }) {
  return (
    <div role="alert" className={parts.problem}>
      <p>{remoteErrorText(code === 'NoSession' ? 'SessionExpired' : code)}</p>
    </div>
  );
}
