import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings, SETTING_NAMES, SettingsError } from './env.ts';
import { recognise } from '#/server/engine/links/link.ts';
import { OFFICIAL_LINKS } from './official-links.ts';

test('every setting is in .env.example, and nothing else is', () => {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
  const listed = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(listed.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

test('nothing configured is a working configuration; an empty value counts as none', () => {
  expect(readSettings({})).toMatchObject({ PORT: 3000, HOST: 'localhost', DATA_DIR: './data', ENGINE_WORKERS: 2 });
  expect(readSettings({ PORT: '', PUBLIC_ORIGIN: '' }).PUBLIC_ORIGIN).toBeUndefined();
});

test.each([
  ['PORT', '0'],
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PUBLIC_ORIGIN', 'clipferry.example'],
  ['PUBLIC_ORIGIN', 'https://clipferry.example/path'],
  ['DOWNLOADER_API_URL', 'ftp://x'],
  ['DOWNLOADER_API_KEY', 'short'],
  ['DOWNLOAD_SECRET', 'short'],
  ['LINK_SECRETS', `${'x'.repeat(32)},short`],
  ['LINK_SECRETS', ','],
  ['DATABASE_URL', 'mysql://db/clipferry'],
  ['EMBEDDED_DATABASE', 'sqlite'],
  ['ENGINE_WORKERS', '-1'],
  ['TRUSTED_PROXY_HOPS', 'all'],
  ['IDENTITY_FIRST_FACTORS', 'EMAIL_OTP'],
  ['IDENTITY_FIRST_FACTORS', 'PASSWORD,WEB_AUTHN'],
  ['S3_ENDPOINT', 's3.example'],
  ['S3_PUBLIC_ENDPOINT', 'files.example'],
  ['S3_REGION', 'Europe (Ireland)'],
  ['YOUTUBE_PLAYER_CLIENTS', 'web; rm'],
  ['EGRESS_ROUTES', 'eu=ftp://user:pl4nted@proxy.example'],
  ['EGRESS_ROUTES', 'eu=http://user:pl4nted@proxy.example,eu=direct'],
  ['EGRESS_ROUTES', ','],
  ['IDENTITY_MFA', 'always'],
  ['IDENTITY_MFA', 'required:'],
  ['IDENTITY_MFA', 'off:totp'],
  ['IDENTITY_MFA', 'optional:totp,fax'],
  ['IDENTITY_MFA', 'required:sms'],
  ['PLATFORM_COOKIES', 'vimeo=/pl4nted.txt'],
  ['PLATFORM_COOKIES', 'youtube'],
  ['PLATFORM_COOKIES', 'youtube@pl4nted=/cookies.txt'],
  ['EGRESS_PLATFORM_ROUTES', 'youtube=elsewhere'],
  ['EGRESS_PLATFORM_ROUTES', 'vimeo=direct'],
  ['EGRESS_VIDEOS_PER_HOUR', '0'],
  ['JOB_WORKERS', 'many'],
  ['GUEST_TRANSFERS', '0'],
  ['CANARY_LINKS', 'https://example.com/video'],
  ['TAG_MANAGER_ID', 'UA-12345-1'],
  ['TAG_MANAGER_ID', 'GTM-ABC123&l=x'],
  ['TAG_ORIGINS', "https://tags.example, 'unsafe-inline'"],
  ['TAG_ORIGINS', 'https://*'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(SettingsError);
  expect(() => readSettings({ [name]: value })).toThrow(name);
  expect(() => readSettings({ [name]: value })).not.toThrow('pl4nted');
});

test('ways out are named, and platforms choose among them', () => {
  expect(readSettings({})).toMatchObject({
    EGRESS_ROUTES: [{ name: 'direct', kind: 'direct' }],
    EGRESS_PLATFORM_ROUTES: {},
  });
  const settings = readSettings({
    EGRESS_ROUTES: 'home=direct, eu=socks5://user:pass@proxy.example, six=2001:db8:1::/64',
    EGRESS_PLATFORM_ROUTES: 'youtube=six>eu, tiktok=home',
  });
  expect(settings.EGRESS_ROUTES.map(({ name, kind }) => [name, kind])).toEqual([
    ['home', 'direct'],
    ['eu', 'socks5'],
    ['six', 'prefix'],
  ]);
  expect(settings.EGRESS_PLATFORM_ROUTES).toEqual({ youtube: ['six', 'eu'], tiktok: ['home'] });
});

test.each([
  ['off', { mode: 'off', types: [] }],
  ['optional', { mode: 'optional', types: ['TOTP', 'SMS', 'EMAIL'] }],
  ['required', { mode: 'required', types: ['TOTP', 'SMS', 'EMAIL'] }],
  ['optional:sms', { mode: 'optional', types: ['SMS'] }],
  ['required:email', { mode: 'required', types: ['EMAIL'] }],
  ['required:email,totp', { mode: 'required', types: ['TOTP', 'EMAIL'] }],
])('a second factor: %s', (text, expected) => {
  expect(readSettings({ IDENTITY_MFA: text }).IDENTITY_MFA).toEqual(expected);
});

test('text messages alone can be required where every account has a number that is verified', () => {
  const read = (accounts: object, IDENTITY = 'embedded') =>
    readSettings({
      IDENTITY_MFA: 'required:sms',
      IDENTITY,
      COGNITO_USER_POOL_ID: 'us-east-1_example',
      COGNITO_CLIENT_ID: 'example',
      ACCOUNTS: JSON.stringify(accounts),
    }).IDENTITY_MFA.types;
  expect(read({ loginMechanisms: ['phone_number'] })).toEqual(['SMS']);
  expect(read({ loginMechanisms: ['username'], signUpAttributes: ['phone_number'] })).toEqual(['SMS']);
  expect(() => read({ loginMechanisms: ['phone_number'], signUpAttributes: ['email'] })).toThrow(SettingsError);
  expect(() => read({ loginMechanisms: ['username'] })).toThrow('IDENTITY_MFA required:sms needs accounts');
  // There, the pool sees to it.
  expect(read({ loginMechanisms: ['email'] }, 'cognito')).toEqual(['SMS']);
});

test("an operator's own accounts are named by platform, and by way out where they are for one", () => {
  expect(readSettings({}).PLATFORM_COOKIES).toEqual([]);
  expect(readSettings({ PLATFORM_COOKIES: 'instagram=/etc/a b.txt, youtube@direct=./c.txt' }).PLATFORM_COOKIES).toEqual(
    [
      { platform: 'instagram', route: null, path: '/etc/a b.txt' },
      { platform: 'youtube', route: 'direct', path: './c.txt' },
    ],
  );
});

test('lists are separated by commas, of which one too many does no harm', () => {
  const origins = ['https://a.example', 'https://b.example'];
  expect(readSettings({ CORS_ORIGINS: ` ${origins.join(' , ')},` }).CORS_ORIGINS).toEqual(origins);
  expect(readSettings({ CORS_ORIGINS: ' * ' }).CORS_ORIGINS).toBe('*');
});

test('who may show the site inside a page of theirs is named, for a site of https alone', () => {
  expect(readSettings({}).EMBED_ORIGINS).toEqual([]);
  const embedding = { EMBED_ORIGINS: 'https://a.example,https://b.example:8443' };
  expect(readSettings({ ...embedding, PUBLIC_ORIGIN: 'https://site.example' }).EMBED_ORIGINS).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ]);
  for (const origin of [{}, { PUBLIC_ORIGIN: 'http://site.example' }])
    expect(() => readSettings({ ...embedding, ...origin })).toThrow(/EMBED_ORIGINS needs a PUBLIC_ORIGIN of https/);
  expect(() => readSettings({ EMBED_ORIGINS: "'self'", PUBLIC_ORIGIN: 'https://site.example' })).toThrow(
    /EMBED_ORIGINS/,
  );
});

test('canaries are known by their platforms', () => {
  const [tube, post] = ['https://www.youtube.com/watch?v=OKvideo0001', 'https://x.com/replica/status/1'];
  expect(readSettings({ CANARY_LINKS: `${tube}, ${post}` }).CANARY_LINKS).toEqual({ youtube: tube, twitter: post });
});

test('canaries come with the site where one word asks for them, and give way to own ones', () => {
  expect(readSettings({}).CANARY_LINKS).toBeUndefined();
  expect(readSettings({ CANARY_LINKS: 'official' }).CANARY_LINKS).toEqual(OFFICIAL_LINKS);
  const own = 'https://www.youtube.com/watch?v=OKvideo0001';
  expect(readSettings({ CANARY_LINKS: `${own},official` }).CANARY_LINKS).toEqual({ ...OFFICIAL_LINKS, youtube: own });
});

test.each(Object.entries(OFFICIAL_LINKS))(
  'the link of %s that comes with the site is one of a single media there',
  (platform, link) => {
    const reading = recognise(link);
    expect(reading).toMatchObject({
      ok: true,
      value: { platform, media: { kind: expect.not.stringMatching('playlist') } },
    });
  },
);

test('an S3 bucket and its credentials go together', () => {
  const s3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  expect(readSettings(s3)).toMatchObject({ ...s3, S3_REGION: 'us-east-1' });
  for (const name of Object.keys(s3)) {
    expect(() => readSettings({ ...s3, [name]: '' })).toThrow(/S3_BUCKET goes together with S3_ACCESS_KEY_ID/);
  }
});
