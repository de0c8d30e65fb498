import {
  confirmUserAttribute,
  deleteUser,
  deleteUserAttributes,
  fetchAuthSession,
  fetchUserAttributes,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttribute,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, startPool, type TestPool } from '../fixtures/contract-pool.ts';

const newAddress = () => `${crypto.randomUUID()}@example.com`;

describe('accounts', () => {
  let pool: TestPool;
  let person: Person;
  beforeAll(async () => {
    pool = await startPool();
  });
  beforeEach(async () => {
    await signOut();
    await pool.configure({
      config: { signUpAttributes: ['name', 'phone_number'], formFields: { signUp: optional } as never },
    });
    person = await pool.newPerson();
    await signIn({ username: person.email, password: person.password });
  });
  afterAll(() => pool.close());

  test('attributes are changed and deleted', async () => {
    await updateUserAttributes({ userAttributes: { name: 'Ada' } });
    expect(await fetchUserAttributes()).toMatchObject({ name: 'Ada', email: person.email });
    await deleteUserAttributes({ userAttributeKeys: ['name'] });
    expect(await fetchUserAttributes()).not.toHaveProperty('name');
    await expect(deleteUserAttributes({ userAttributeKeys: ['email'] })).rejects.toThrow(
      'Cannot delete required attribute: email',
    );
    const forged = { email_verified: 'true' } as Record<string, string>;
    await expect(updateUserAttributes({ userAttributes: forged })).rejects.toThrow('unauthorized attribute');
    await expect(updateUserAttributes({ userAttributes: { sub: 'x' } as Record<string, string> })).rejects.toThrow(
      'unauthorized',
    );
  });

  test('attributes have a bound together, so that a token fits into a header', async () => {
    await pool.configure({ config: { signUpAttributes: ['custom:a', 'custom:b', 'custom:c'] } });
    const set = (key: string, length: number) =>
      updateUserAttribute({ userAttribute: { attributeKey: `custom:${key}`, value: 'ä'.repeat(length) } });
    await set('a', 900);
    await set('b', 900);
    await expect(set('c', 900)).rejects.toThrow('Attributes are too long together');
    expect(await fetchUserAttributes()).not.toHaveProperty('custom:c');
    const { tokens } = await fetchAuthSession({ forceRefresh: true });
    expect(`${tokens?.idToken}`.length).toBeLessThan(8_192);
    await set('a', 10);
    await set('c', 800);
    const username = newAddress();
    const attributes = { 'custom:a': 'a'.repeat(2_000), 'custom:b': 'b'.repeat(2_000), 'custom:c': 'c'.repeat(100) };
    await expect(
      signUp({ username, password: person.password, options: { userAttributes: attributes } }),
    ).rejects.toThrow('Attributes are too long together');
  });

  test('a new address counts once its code was entered; until then the old one does', async () => {
    const email = newAddress();
    const { nextStep } = await updateUserAttribute({ userAttribute: { attributeKey: 'email', value: email } });
    expect(nextStep).toMatchObject({
      updateAttributeStep: 'CONFIRM_ATTRIBUTE_WITH_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
    });
    expect(await fetchUserAttributes()).toMatchObject({ email: person.email });
    await expect(confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: 'wrong' })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: pool.codeTo(email) });
    expect(await fetchUserAttributes()).toMatchObject({ email, email_verified: 'true' });
    await signOut();
    expect(await signIn({ username: email, password: person.password })).toMatchObject({ isSignedIn: true });
    await signOut();
    await expect(signIn({ username: person.email, password: person.password })).rejects.toThrow(
      'Incorrect username or password.',
    );
  });

  test('an address of somebody else is refused', async () => {
    const other = await pool.newPerson();
    const taking = updateUserAttribute({ userAttribute: { attributeKey: 'email', value: other.email } });
    await expect(taking).rejects.toMatchObject({
      name: 'AliasExistsException',
      message: 'An account with the given email already exists.',
    });
  });

  test('a number that was never verified is, by a code that is asked for', async () => {
    const phone_number = '+12345678900';
    await pool.users.update(person.sub, {
      attributes: { email: person.email, email_verified: 'true', phone_number, phone_number_verified: 'false' },
    });
    const details = await sendUserAttributeVerificationCode({ userAttributeKey: 'phone_number' });
    expect(details).toMatchObject({
      deliveryMedium: 'SMS',
      destination: '+*******8900',
      attributeName: 'phone_number',
    });
    await confirmUserAttribute({ userAttributeKey: 'phone_number', confirmationCode: pool.codeTo(phone_number) });
    expect(await fetchUserAttributes()).toMatchObject({ phone_number_verified: 'true' });
  });

  test('the password is changed by whoever knows the old one', async () => {
    const newPassword = 'Another-horse2';
    const wrong = updatePassword({ oldPassword: 'Wrong-horse1', newPassword });
    await expect(wrong).rejects.toThrow('Incorrect username or password.');
    const weak = updatePassword({ oldPassword: person.password, newPassword: 'weak' });
    await expect(weak).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await updatePassword({ oldPassword: person.password, newPassword });
    await signOut();
    await expect(signIn({ username: person.email, password: person.password })).rejects.toThrow(
      'Incorrect username or password.',
    );
    expect(await signIn({ username: person.email, password: newPassword })).toMatchObject({ isSignedIn: true });
  });

  test('whoever has somebody’s token cannot try passwords without end', async () => {
    const guess = () => updatePassword({ oldPassword: 'Wrong-horse1', newPassword: 'Another-horse2' });
    for (let n = 0; n < 5; n++) await expect(guess()).rejects.toThrow('Incorrect username or password.');
    await expect(guess()).rejects.toThrow('Password attempts exceeded');
  });

  describe('what the site keeps besides goes with the account', () => {
    const SETTLED_MS = 2 * 60_000;
    const HOUR_MS = 60 * 60_000;
    /** Whether the account was still there, each time. */
    let erased: boolean[];
    let isAway: boolean;
    const erase = async (sub: string) => {
      if (isAway) throw new Error('The database is away.');
      if (sub === person.sub) erased.push((await pool.users.bySub(sub)) !== null);
    };
    beforeEach(() => {
      [erased, isAway] = [[], false];
      pool.service.eraseWith(erase);
    });

    test('at once, and again when nothing of theirs is under way', async () => {
      await deleteUser();
      expect(erased).toEqual([false]);
      await pool.service.sweep();
      expect(erased).toEqual([false]);
      pool.advance(SETTLED_MS);
      await pool.service.sweep();
      expect(erased).toEqual([false, false]);
      pool.advance(HOUR_MS);
      await pool.service.sweep();
      expect(erased).toEqual([false, false]);
    });

    test('where it fails, the account is deleted all the same, and it is tried until it succeeds, by whichever process', async () => {
      isAway = true;
      await deleteUser();
      expect(await pool.users.bySub(person.sub)).toBeNull();
      pool.advance(SETTLED_MS);
      await pool.service.sweep();
      isAway = false;
      pool.advance(HOUR_MS);
      await pool.service.sweep();
      expect(erased).toEqual([false]);
      expect(pool.logged.at(-1)).toContain('was not deleted, and will be: Error: The database is away.');
    });

    test('where nobody is there who could, another process does it', async () => {
      await pool.configure();
      await deleteUser();
      await pool.service.sweep();
      pool.advance(SETTLED_MS);
      await pool.service.sweep();
      expect(erased).toEqual([]);
      pool.service.eraseWith(erase);
      await pool.service.sweep();
      expect(erased).toEqual([false]);
    });
  });

  test('a user is deleted with everything that is theirs, and the address is free', async () => {
    await updateUserAttribute({ userAttribute: { attributeKey: 'email', value: newAddress() } });
    await deleteUser();
    for (const table of ['identity_users', 'identity_codes', 'identity_devices', 'identity_members']) {
      expect(await pool.store.query(`select * from ${table} where sub = $1`, [person.sub]), table).toEqual([]);
    }
    await expect(signIn({ username: person.email, password: person.password })).rejects.toThrow(
      'Incorrect username or password.',
    );
    expect(await pool.call('SignUp', { Username: person.email, Password: person.password })).toMatchObject({
      UserConfirmed: false,
    });
  });
});

const optional = { name: { isRequired: false }, phone_number: { isRequired: false } };
