import * as v from 'valibot';
import { IdentityError } from '../identity-error.ts';
import type { PoolSettings } from '../pool.ts';

/** Fields that operations have in common, with the longest that Amazon Cognito's API reference allows of each. */
export const Username = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
export const Password = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
export const Code = v.pipe(v.string(), v.minLength(1), v.maxLength(2048), v.trim());
export const SessionText = v.pipe(v.string(), v.minLength(20), v.maxLength(2048));
export const AccessToken = v.pipe(v.string(), v.minLength(1), v.maxLength(8192));
export const DeviceKey = v.pipe(v.string(), v.minLength(1), v.maxLength(55));

/** Told on to messages; `locale` is their language where the user has set none. */
export const ClientMetadata = v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(2048))), {});
export type ClientMetadata = v.InferOutput<typeof ClientMetadata>;

export const AttributeList = v.pipe(
  v.array(
    v.object({
      Name: v.pipe(v.string(), v.minLength(1), v.maxLength(32)),
      Value: v.optional(v.pipe(v.string(), v.maxLength(2048)), ''),
    }),
  ),
  v.maxLength(50),
);
export type AttributeList = v.InferOutput<typeof AttributeList>;

/** The pool's one client. Throws IdentityError for any other. */
export function knownClient({ clientId }: Pick<PoolSettings, 'clientId'>) {
  return v.pipe(
    v.string(),
    v.transform((given) => {
      if (given === clientId) return given;
      throw new IdentityError('ResourceNotFoundException', 'User pool client does not exist.');
    }),
  );
}
