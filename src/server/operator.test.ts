import { expect, test } from 'vitest';
import { NO_OPERATOR, PUBLIC_SETTINGS } from '#/model/operator.ts';
import { readSettings } from './env.ts';
import { missingForPublic, operatorOf } from './operator.ts';

const COMPLETE = {
  PUBLIC_ORIGIN: 'https://clipferry.example',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'site@clipferry.example',
  CANARY_LINKS: 'official',
  SECURITY_CONTACT: 'mailto:security@clipferry.example',
  OPERATOR_NAME: ' Example Ferry Ltd. ',
  OPERATOR_ADDRESS: '1 Pier Road, Harbour Town',
  OPERATOR_EMAIL: 'hello@ferry.example',
  OPERATOR_AGENT: 'A. Agent, 2 Pier Road, Harbour Town',
  OPERATOR_TAKEDOWN_EMAIL: 'agent@ferry.example',
  OPERATOR_JURISDICTION: 'Harbour Land',
};

test('a site that was only just unpacked has nobody to name, and all of it is missing', () => {
  const settings = readSettings({});
  expect(operatorOf(settings)).toEqual(NO_OPERATOR);
  expect(missingForPublic(settings)).toEqual([...PUBLIC_SETTINGS]);
});

test('one that is settled names its operator, and misses nothing', () => {
  const settings = readSettings(COMPLETE);
  expect(operatorOf(settings)).toMatchObject({ name: 'Example Ferry Ltd.', jurisdiction: 'Harbour Land' });
  expect(missingForPublic(settings)).toEqual([]);
});

test('accounts that are elsewhere need no mail from here', () => {
  const { SMTP_URL: _, ...rest } = COMPLETE;
  expect(missingForPublic(readSettings({ ...rest, IDENTITY: 'off' }))).toEqual([]);
  expect(missingForPublic(readSettings(rest))).toEqual(['SMTP_URL']);
});

test.each(['hello', 'a b@c.example', 'mailto:a@b.example'])('%s is no address of the operator’s', (OPERATOR_EMAIL) => {
  expect(() => readSettings({ OPERATOR_EMAIL })).toThrow('OPERATOR_EMAIL');
});
