import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EngineView } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { AS_CONFIGURED } from '#/model/operations.ts';
import { showAdminPage } from '../fixtures/show-admin-page.tsx';
import { EnginePage } from './EnginePage.tsx';

const VIEW: EngineView = {
  settings: { ...AS_CONFIGURED, youtubePlayerClients: ['tv', 'web_safari'] },
  engine: {
    available: true,
    extractor: '2026.11.01',
    python: '3.13.1',
    conversions: true,
    jsChallenges: true,
    browserFingerprints: true,
    tokens: 'off',
    versions: { challengeScripts: '0.8.0', curlCffi: null },
    solver: { solved: 0, failed: 0, restarts: 0 },
    workers: { size: 4, busy: 1, queued: 0, restarts: 2 },
  },
};

/** @param meanwhile What another operator settles before the page hears of it. */
function show(meanwhile: Partial<EngineView['settings']> = {}) {
  let now = VIEW;
  const { visitor, asked } = showAdminPage(() => <EnginePage />, {
    calls: {
      engine: () => ok(now),
      configureEngine: ({ body }) => {
        now = { ...now, settings: { ...now.settings, ...meanwhile, ...(body as typeof meanwhile) } };
        return ok(now);
      },
    },
  });
  /** Another operator settles something, and the page asks again. */
  const settle = (settings: Partial<EngineView['settings']>) =>
    act(async () => {
      now = { ...now, settings: { ...now.settings, ...settings } };
      for (const isOn of [false, true]) onlineManager.setOnline(isOn);
    });
  return {
    visitor,
    settle,
    changes: () => asked.filter(([name]) => name === 'configureEngine').map(([, given]) => given),
  };
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole('button', { name: 'Save' });

test('what is settled is there, and what is left empty is as configured', async () => {
  const { visitor, changes } = show();
  expect((await field('YouTube player clients')).value).toBe('tv web_safari');
  expect(screen.getByText('1 of 4')).toBeDefined();
  await visitor.clear(await field('YouTube player clients'));
  await visitor.type(await field('Workers per server'), '8');
  await visitor.click(save());
  expect(await screen.findByText('Saved.')).toBeDefined();
  expect(changes()).toEqual([{ body: { youtubePlayerClients: null, workers: 8 } }]);
});

test('what no engine could do is refused in place', async () => {
  const { visitor, changes } = show();
  await visitor.type(await field('YouTube player clients'), ' Web!');
  await visitor.type(await field('Workers per server'), '0');
  await visitor.type(await field('Maximum for one platform'), '1.5');
  await visitor.click(save());
  expect(
    screen.getByText('Enter up to ten names of lowercase letters and underscores, joined by + if needed.'),
  ).toBeDefined();
  expect(screen.getAllByText('Enter a whole number from 1 to 64, or leave this empty.')).toHaveLength(2);
  expect(changes()).toEqual([]);
});

test('what another operator has settled meanwhile is shown, and not sent back; what was saved here stays said so', async () => {
  const { visitor, settle, changes } = show();
  await visitor.type(await field('Workers per server'), '8');
  await visitor.click(save());
  expect(await screen.findByText('Saved.')).toBeDefined();
  await settle({});
  expect(screen.queryByText('Saved.')).not.toBeNull();
  await settle({ youtubePlayerClients: ['ios'] });
  await expect.poll(async () => (await field('YouTube player clients')).value).toBe('ios');
  expect(screen.queryByText('Saved.')).toBeNull();
  await visitor.type(await field('Maximum for one platform'), '2');
  await visitor.click(save());
  await expect.poll(changes).toHaveLength(2);
  expect(changes()[1]).toEqual({ body: { workersPerPlatform: 2 } });
});

test('what another operator has settled a moment before stays, and is shown once this form is saved', async () => {
  const { visitor } = show({ youtubePlayerClients: ['ios'] });
  await visitor.type(await field('Workers per server'), '8');
  await visitor.click(save());
  await expect.poll(async () => (await field('YouTube player clients')).value).toBe('ios');
  expect((await field('Workers per server')).value).toBe('8');
});
