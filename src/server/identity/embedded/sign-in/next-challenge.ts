import { missingAttributes } from '../tables/attributes.ts';
import { refuseOldTemporary } from '../tables/temporary-passwords.ts';
import { attributeList, type IdentityUser } from '../tables/user.ts';
import { askChallenge, type SignInAnswer, type SignInPorts } from './answer.ts';
import { finish, type Passage } from './finish.ts';
import { askForSecondFactor } from './second-factor.ts';

/** After the right password: a new one if an administrator has chosen it, the device, the second factor, or tokens. */
export async function afterPassword(ports: SignInPorts, user: IdentityUser, passage: Passage): Promise<SignInAnswer> {
  refuseOldTemporary(user, ports.now());
  const device = passage.deviceKey === null ? null : await ports.devices.find(user.sub, passage.deviceKey);
  const deviceKey = device?.key ?? null;
  const options = { isRight: passage.isCounted };
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    const missing = missingAttributes(ports.pool, user.attributes);
    const parameters = {
      USER_ID_FOR_SRP: user.sub,
      requiredAttributes: JSON.stringify(missing.map((name) => `userAttributes.${name}`)),
      userAttributes: JSON.stringify(Object.fromEntries(attributeList(user).map(({ Name, Value }) => [Name, Value]))),
    };
    return askChallenge(ports, user.sub, { name: 'NEW_PASSWORD_REQUIRED', deviceKey }, parameters, options);
  }
  if (device?.isRemembered) {
    const parameters = { USERNAME: user.username, USER_ID_FOR_SRP: user.sub };
    return askChallenge(ports, user.sub, { name: 'DEVICE_SRP_AUTH', deviceKey: device.key }, parameters, options);
  }
  return afterDevice(ports, user, { ...passage, deviceKey });
}

/** After everything but the second factor. */
export async function afterDevice(ports: SignInPorts, user: IdentityUser, passage: Passage): Promise<SignInAnswer> {
  return (await askForSecondFactor(ports, user, passage)) ?? finish(ports, user, passage.deviceKey);
}
