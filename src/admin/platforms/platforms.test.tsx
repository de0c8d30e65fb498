import { onlineManager } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EngineView, Overview, Rates, UnreadAnswer } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { refused, type Script, showAdminPage } from '../fixtures/show-admin-page.tsx';
import { PlatformsPage } from './PlatformsPage.tsx';

const TIKTOK: Overview['platforms'][number] = {
  platform: 'tiktok',
  isOn: true,
  notice: { en: 'Slow today.' },
  changedAt: null,
  health: { state: 'degraded', reason: { code: 'timeout' }, checkedAt: null },
  troubledSince: null,
  routes: [{ name: 'direct', kind: 'direct', state: 'working', reason: null, waitS: 0, requests: 3, videos: 1 }],
};

function show(changes: Partial<typeof TIKTOK> = {}, calls: Script['calls'] = {}) {
  let now = { ...TIKTOK, ...changes };
  const { visitor, asked } = showAdminPage(() => <PlatformsPage />, {
    calls: {
      platforms: () => ok([now]),
      unreadAnswers: () => ok([]),
      rates: () => ok(rates()),
      youtubeClients: () => ok([]),
      engine: () => ok(ENGINE),
      switchPlatform: ({ body }) => {
        const { isOn = now.isOn, notice = now.notice } = body;
        now = { ...now, isOn, notice, changedAt: '2026-11-21T10:00:00.000Z' };
        return ok(now);
      },
      ...calls,
    },
  });
  /** Another operator settles something, and the page asks again. */
  const write = (settled: Partial<typeof TIKTOK>) =>
    act(async () => {
      now = { ...now, ...settled };
      for (const isOn of [false, true]) onlineManager.setOnline(isOn);
    });
  return {
    visitor,
    write,
    changes: () => asked.filter(([name]) => name === 'switchPlatform').map(([, given]) => given),
  };
}

const SINCE = '2026-11-21T10:00:00.000Z';
const ENGINE: EngineView = {
  settings: { youtubePlayerClients: null, workers: null, workersPerPlatform: null },
  engine: {
    available: true,
    extractor: '2026.10.26',
    python: '3.13.2',
    conversions: true,
    jsChallenges: true,
    browserFingerprints: false,
    tokens: 'untried',
    versions: { challengeScripts: '0.8.0', curlCffi: null },
    solver: { solved: 12, failed: 3, restarts: 1 },
    workers: { size: 2, busy: 0, queued: 0, restarts: 0 },
  },
};

/** Of TikTok, and of nobody else. */
function rates(answers: number[] = [], faults: number[] = []): Rates {
  return { since: SINCE, hours: answers.length, platforms: [{ platform: 'tiktok', answers, faults }] };
}

const turn = () => screen.findByRole<HTMLInputElement>('switch', { name: 'TikTok is on' });

test('a platform is switched off after a question, and its message is left to whoever writes it', async () => {
  const { visitor, changes } = show();
  await visitor.click(await turn());
  expect(changes()).toEqual([]);
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }));
  await expect.poll(async () => (await turn()).checked).toBe(false);
  expect(changes()).toEqual([{ id: 'tiktok', body: { isOn: false } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a switch that is turned keeps the keyboard: it is not disabled meanwhile, and is not turned twice', async () => {
  const routes = [
    { ...WAY, name: 'eu' },
    { ...WAY, name: 'us', state: 'off' as const },
  ];
  const silent = new Promise(() => {});
  const asked: string[] = [];
  const ask = (name: string) => () => {
    asked.push(name);
    return silent as never;
  };
  const { visitor } = show({ isOn: false, routes }, { switchPlatform: ask('platform'), switchRoute: ask('route') });
  for (const name of ['TikTok is on', 'Use us for TikTok']) {
    const one = await screen.findByRole<HTMLInputElement>('switch', { name });
    one.focus();
    await visitor.keyboard(' ');
    await expect.poll(() => one.getAttribute('aria-busy')).toBe('true');
    expect(one.disabled).toBe(false);
    await visitor.keyboard(' ');
  }
  expect(asked).toEqual(['platform', 'route']);
});

test('it is switched on at once', async () => {
  const { visitor, changes } = show({ isOn: false });
  await visitor.click(await turn());
  await expect.poll(async () => (await turn()).checked).toBe(true);
  expect(changes()).toEqual([{ id: 'tiktok', body: { isOn: true } }]);
});

test('a switch that the server did not turn stays, and says why', async () => {
  const { visitor } = show({}, { switchPlatform: () => refused('busy', 503) });
  await visitor.click(await turn());
  await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }));
  expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeDefined();
  expect((await turn()).checked).toBe(true);
});

test('a message is written language by language, and seen as its visitors will read it', async () => {
  const { visitor, changes } = show();
  const preview = async () => (await screen.findByRole('blockquote')).textContent;
  await visitor.selectOptions(await screen.findByLabelText('Language'), 'Français');
  expect(await preview()).toBe('Slow today.');
  await visitor.type(screen.getByLabelText('Message to visitors'), 'Lent.');
  expect(await preview()).toBe('Lent.');
  expect(screen.getByRole('option', { name: 'Français (written)' })).toBeDefined();
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(changes).toEqual([{ id: 'tiktok', body: { notice: { en: 'Slow today.', fr: 'Lent.' } } }]);
  expect(await screen.findByText('Saved.')).toBeDefined();
  expect(screen.getByLabelText<HTMLSelectElement>('Language').selectedOptions[0]?.value).toBe('fr');
});

test('where there is no message, its form is folded away', async () => {
  const { visitor } = show({ notice: null });
  const summary = await screen.findByText('Message to visitors', { selector: 'summary' });
  expect(summary.closest('details')?.open).toBe(false);
  await visitor.click(summary);
  expect(summary.closest('details')?.open).toBe(true);
});

test('a message that is emptied is none; one that is too long is not sent', async () => {
  const { visitor, changes } = show();
  const box = await screen.findByLabelText('Message to visitors');
  await visitor.clear(box);
  expect(screen.getByText('Only the status.')).toBeDefined();
  await visitor.click(box);
  await visitor.paste('x'.repeat(301));
  expect(screen.getByText('At most 300 characters.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await visitor.clear(box);
  await visitor.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(changes).toEqual([{ id: 'tiktok', body: { notice: null } }]);
});

test('a message that is too long in a language that is not shown is not sent, and that language is named', async () => {
  const { visitor, changes } = show();
  const language = await screen.findByLabelText('Language');
  await visitor.selectOptions(language, 'Français');
  await visitor.click(screen.getByLabelText('Message to visitors'));
  await visitor.paste('x'.repeat(301));
  await visitor.selectOptions(language, 'English (written)');
  await visitor.type(screen.getByLabelText('Message to visitors'), ' Sorry.');
  expect(screen.getByText('Français: At most 300 characters.')).toBeDefined();
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await visitor.selectOptions(language, 'Français (written)');
  await visitor.clear(screen.getByLabelText('Message to visitors'));
  await visitor.click(save);
  await expect.poll(changes).toEqual([{ id: 'tiktok', body: { notice: { en: 'Slow today. Sorry.' } } }]);
});

test('a form whose message was emptied stays open, with what became of it, and opens where somebody else writes one', async () => {
  const { visitor, write } = show();
  await visitor.clear(await screen.findByLabelText('Message to visitors'));
  const save = screen.getByRole('button', { name: 'Save' });
  await visitor.click(save);
  expect(await screen.findByText('Saved.')).toBeDefined();
  const form = save.closest('details');
  expect(form?.open).toBe(true);
  await visitor.click(screen.getByText('Message to visitors', { selector: 'summary' }));
  expect(form?.open).toBe(false);
  await write({ notice: { en: 'Back on Monday.' } });
  await expect.poll(() => form?.open).toBe(true);
});

const UNREAD: UnreadAnswer = {
  platform: 'youtube',
  kind: 'video',
  host: 'www.youtube.com',
  code: 'extractor_broken',
  extractor: 'Youtube',
  version: '2026.10.26',
  types: ['DownloadError', 'ExtractorError'],
  message: 'Failed to parse JSON',
  count: 7,
  firstAt: '2026-11-21T10:00:00.000Z',
  lastAt: '2026-11-21T11:00:00.000Z',
};

test('answers that nobody understood are told, and copied as a report', async () => {
  const { visitor } = show({}, { unreadAnswers: () => ok([UNREAD]) });
  const section = within(await screen.findByRole('region', { name: 'Unrecognized answers' }));
  expect(await section.findByText('Failed to parse JSON')).toBeDefined();
  expect(section.getByText('www.youtube.com · video · Youtube · DownloadError · ExtractorError')).toBeDefined();
  await visitor.click(section.getByRole('button', { name: 'Copy report' }));
  expect(await section.findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(
    [
      'platform: youtube',
      'link: video of www.youtube.com',
      'answered: extractor_broken',
      'extractor: Youtube (yt-dlp 2026.10.26)',
      'exceptions: DownloadError < ExtractorError',
      'said: Failed to parse JSON',
      'seen: 7, 2026-11-21T10:00:00.000Z to 2026-11-21T11:00:00.000Z',
    ].join('\n'),
  );
});

test('where the browser keeps its clipboard to itself, the report can be marked', async () => {
  const { visitor } = show({}, { unreadAnswers: () => ok([UNREAD]) });
  const copy = await screen.findByRole('button', { name: 'Copy report' });
  navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await visitor.click(copy);
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Report' })).value).toContain(
    'platform: youtube',
  );
});

test('where all was understood, it says so', async () => {
  show();
  expect(await screen.findByText('None. All answers were recognized.')).toBeDefined();
});

test('ways out are told by name, with what each does, where there are any but the server’s own address', async () => {
  const none = { state: 'working', reason: null, waitS: 0, requests: 0, videos: 0 } as const;
  show({
    routes: [
      {
        ...none,
        name: 'eu',
        kind: 'socks5',
        state: 'resting',
        reason: 'blocked_ip',
        waitS: 30,
        requests: 12,
        videos: 4,
      },
      { ...none, name: 'six', kind: 'prefix' },
    ],
  });
  const ways = within(await screen.findByRole('region', { name: 'Network routes' })).getAllByRole('listitem');
  expect(ways.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^euSOCKS5 proxyPaused for .*30.*requests 12, links 4Turned on$/),
    expect.stringMatching(/^sixnetworkWorking.*requests 0, links 0Turned on$/),
  ]);
});

test('a server that has its own address alone says nothing of ways', async () => {
  show();
  await turn();
  expect(screen.queryByRole('region', { name: 'Network routes' })).toBeNull();
});

const WAY = { kind: 'http', state: 'working', reason: null, waitS: 0, requests: 0, videos: 0 } as const;

test('a way out is switched off and on again, and the only one that is on cannot be switched off', async () => {
  let routes: (typeof TIKTOK)['routes'] = [
    { ...WAY, name: 'eu' },
    { ...WAY, name: 'us' },
  ];
  const asked: unknown[] = [];
  const { visitor } = show(
    {},
    {
      platforms: () => ok([{ ...TIKTOK, routes }]),
      switchRoute(given) {
        asked.push(given);
        routes = routes.map((one) =>
          one.name === given.body?.name ? { ...one, state: given.body.isOn ? 'working' : 'off' } : one,
        );
        return ok(routes);
      },
    },
  );
  const way = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name: `Use ${name} for TikTok` });
  await visitor.click(await way('eu'));
  await expect.poll(async () => (await way('eu')).checked).toBe(false);
  expect(screen.getAllByText('Turned off')).toHaveLength(2);
  expect([(await way('eu')).disabled, (await way('us')).disabled]).toEqual([false, true]);
  await visitor.click(await way('eu'));
  await expect.poll(async () => (await way('eu')).checked).toBe(true);
  expect(asked).toEqual([
    { id: 'tiktok', body: { name: 'eu', isOn: false } },
    { id: 'tiktok', body: { name: 'eu', isOn: true } },
  ]);
});

test('a way that the server did not switch stays, and says why', async () => {
  const { visitor } = show({
    routes: [
      { ...WAY, name: 'eu' },
      { ...WAY, name: 'us' },
    ],
  });
  const eu = await screen.findByRole<HTMLInputElement>('switch', { name: 'Use eu for TikTok' });
  await visitor.click(eu);
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(eu.checked).toBe(true);
});

test('how links went is a plot that says what it shows, with the same figures as a table', async () => {
  show({}, { rates: () => ok(rates([10, 0, 6, 9], [0, 0, 4, 1])) });
  const plot = await screen.findByRole('img', { name: /^TikTok: 83(?:\.3)?\s?% of 30/ });
  expect(plot.getAttribute('aria-label')).toMatch(/Lowest: 60\s?%/);
  // Three hours with links, of which two have both, and one without any.
  expect(plot.querySelectorAll('rect')).toHaveLength(6);
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true });
  expect(rows.map(({ textContent }) => textContent?.replaceAll(/\s/g, ''))).toEqual([
    'FromAnsweredNotansweredSuccessrate',
    expect.stringMatching(/9190%$/),
    expect.stringMatching(/6460%$/),
    expect.stringMatching(/100100%$/),
  ]);
});

test('a month is asked for as such, and where nothing was read there is no plot', async () => {
  const asked: unknown[] = [];
  const { visitor } = show(
    {},
    {
      rates(given) {
        asked.push(given.query);
        return ok(rates([0, 0], [0, 0]));
      },
    },
  );
  expect(await screen.findByText('No requests in this period.')).toBeDefined();
  expect(screen.queryByRole('img', { name: /links were answered/ })).toBeNull();
  await visitor.selectOptions(screen.getByLabelText('Period'), '30 days');
  await expect.poll(() => asked.at(-1)).toEqual({ days: '30' });
});

test('YouTube has its clients, in their order on each way, and what came of them', async () => {
  const client = { route: 'eu', isFirst: false, answered: 0, refused: 0, reason: null };
  show(
    { platform: 'youtube' },
    {
      youtubeClients: () =>
        ok([
          { ...client, client: 'tv+web', isFirst: true, answered: 41 },
          { ...client, client: 'visionos', refused: 7, reason: 'blocked_bot_check' },
        ]),
    },
  );
  const clients = within(await screen.findByRole('region', { name: 'YouTube clients' }));
  expect((await clients.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'tv+webeutried firstAnswered: 41, refused: 0',
    'visionoseuThe platform thinks our server is a bot.Answered: 0, refused: 7',
  ]);
});

test('another platform has none', async () => {
  show();
  await turn();
  expect(screen.queryByRole('region', { name: 'YouTube clients' })).toBeNull();
});

test.each([
  ['working', 'Working'],
  ['untried', 'Not needed yet'],
  ['failing', 'Not available'],
  ['off', 'Turned off'],
] as const)('what links are read with is told with its versions; tokens that are %s: %s', async (tokens, text) => {
  show({}, { engine: () => ok({ ...ENGINE, engine: { ...ENGINE.engine, tokens } }) });
  const reading = within(await screen.findByRole('region', { name: 'Link checks' }));
  const fact = (label: string) => reading.queryByText(label)?.closest('div') ?? null;
  await expect.poll(() => fact('yt-dlp-ejs')?.textContent).toBe('yt-dlp-ejs0.8.0');
  expect(fact('curl_cffi')?.textContent).toBe('curl_cffiMissing');
  expect(fact('curl_cffi')?.dataset['bad']).toBe('true');
  expect(fact('Challenges solved')?.textContent).toBe('Challenges solved12Failed: 3, restarts: 1');
  expect(fact('YouTube tokens')?.textContent).toBe(`YouTube tokens${text}`);
});
