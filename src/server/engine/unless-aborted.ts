import { fail, type Result } from '#/model/failure.ts';

/** What comes of work that others wait for, too; `cancelled` for one of them who leaves, and it goes on. */
export async function unlessAborted<T>(work: Promise<Result<T>>, signal?: AbortSignal): Promise<Result<T>> {
  if (!signal) return work;
  const left = Promise.withResolvers<Result<T>>();
  const leave = () => left.resolve(fail('cancelled', { platform: 'youtube' }));
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  return Promise.race([work, left.promise]).finally(() => signal.removeEventListener('abort', leave));
}
