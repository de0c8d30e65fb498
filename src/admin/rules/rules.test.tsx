import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ok } from '#/model/failure.ts';
import type { Rule } from '#/model/rule.ts';
import { refused, type Script, showAdminPage, whole } from '../fixtures/show-admin-page.tsx';
import { RulesPage } from './RulesPage.tsx';

const RULE: Rule = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'url',
  platform: 'twitter',
  value: 'https://x.com/replica/status/1',
  reason: 'court',
  caseId: '00000000-0000-4000-8000-000000000002',
  createdAt: '2026-11-20T10:00:00.000Z',
  createdBy: 'user:someone',
};
const PREVIEW = { rule: RULE, downloads: 3, keptFiles: 2, examples: [{ title: 'A crossing', canonicalUrl: null }] };

const show = (calls: Script['calls'], ...rows: Rule[]) =>
  showAdminPage(RulesPage, { calls: calls ?? {}, lists: { rules: whole(...rows) } });
const button = (name: string) => screen.getByRole('button', { name });
const form = () => within(screen.getByRole('region', { name: 'New rule' }));
const preview = () => screen.queryByRole('region', { name: 'Rule preview' });

describe('a new rule', () => {
  test('is shown with what it hits before it can be added, and what is changed is shown anew', async () => {
    const { visitor, asked } = show({
      previewRule: () => ok(PREVIEW),
      addRule: () => ok({ rule: RULE, endedFiles: 2 }),
    });
    await visitor.type(screen.getByLabelText('Link'), 'https://twitter.com/replica/status/1?s=20');
    expect(screen.queryByRole('button', { name: 'Take down now' })).toBeNull();
    await visitor.click(button('Preview'));
    await screen.findByText('Matching downloads: 3');
    for (const text of [RULE.value, 'Prepared files it deletes: 2', 'A crossing'])
      expect(within(preview() as HTMLElement).getByText(text)).toBeDefined();
    await visitor.type(screen.getByLabelText('Reason'), 'court');
    expect(preview()).toBeNull();
    await visitor.click(button('Preview'));
    await visitor.click(await screen.findByRole('button', { name: 'Take down now' }));
    expect(await screen.findByText('Taken down. Prepared files deleted: 2.')).toBeDefined();
    const body = {
      kind: 'url',
      platform: null,
      value: 'https://twitter.com/replica/status/1?s=20',
      reason: 'court',
    };
    expect(asked).toContainEqual(['addRule', { body }]);
    expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe('');
  });

  test('needs something to name, without spaces, and the platform of a handle', async () => {
    const { visitor, asked } = show({ previewRule: () => ok(PREVIEW) });
    await visitor.click(button('Preview'));
    expect(screen.getByText('Enter a link, ID, author or host.')).toBeDefined();
    await visitor.selectOptions(form().getByLabelText('Kind'), 'Author');
    await visitor.type(screen.getByLabelText('Author'), 'some one');
    await visitor.click(button('Preview'));
    expect(screen.getByText('Spaces aren’t allowed here.')).toBeDefined();
    await visitor.clear(screen.getByLabelText('Author'));
    await visitor.type(screen.getByLabelText('Author'), '@someone');
    await visitor.click(button('Preview'));
    expect(screen.getByText('Choose a platform. An ID or a handle doesn’t identify one.')).toBeDefined();
    expect(asked.map(([name]) => name)).not.toContain('previewRule');
    await visitor.selectOptions(screen.getByLabelText('Platform'), 'TikTok');
    await visitor.click(button('Preview'));
    const body = { kind: 'author', platform: 'tiktok', value: '@someone', reason: '' };
    expect(asked).toContainEqual(['previewRule', { body }]);
  });

  test('that cannot be read, or is there already, is refused in words', async () => {
    let isReadable = false;
    const { visitor } = show({
      previewRule: () => (isReadable ? ok(PREVIEW) : refused('unsupported_host', 422)),
      addRule: () => refused('invalid_request', 409),
    });
    await visitor.type(screen.getByLabelText('Link'), 'https://example.org/1');
    await visitor.click(button('Preview'));
    expect((await screen.findByRole('alert')).dataset['code']).toBe('unsupported_host');
    isReadable = true;
    await visitor.click(button('Preview'));
    await visitor.click(await screen.findByRole('button', { name: 'Take down now' }));
    expect(await screen.findByText('This isn’t possible right now.')).toBeDefined();
  });

  test('begins with the link that it was come for', () => {
    showAdminPage(RulesPage, { lists: { rules: whole() } }, { link: RULE.value });
    expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(RULE.value);
  });
});

describe('the rules there are', () => {
  test('are removed by who is sure, which is said although the row is gone', async () => {
    const rows = [RULE];
    const { visitor } = showAdminPage(RulesPage, {
      calls: {
        removeRule: () => {
          rows.pop();
          return ok(null);
        },
      },
      lists: { rules: () => ok({ rows: [...rows], cursor: null }) },
    });
    await visitor.click(await screen.findByRole('button', { name: `Remove: ${RULE.value}` }));
    await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(`Rule removed: ${RULE.value}`)).toBeDefined();
    expect(await screen.findByText('Nothing is blocked.')).toBeDefined();
  });

  test('that somebody else has removed are told to be gone', async () => {
    const { visitor } = show({ removeRule: () => refused('invalid_request', 404) }, RULE);
    await visitor.click(await screen.findByRole('button', { name: `Remove: ${RULE.value}` }));
    await visitor.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('This no longer exists.')).toBeDefined();
  });

  test('lead to the case that they come from', async () => {
    show({}, RULE);
    const link = await screen.findByRole('link', { name: 'Takedown case' });
    expect(link.getAttribute('href')).toContain(`/admin/cases?id=${RULE.caseId}`);
  });

  test('are looked for by kind and text, which the address then has', async () => {
    const { visitor, searches, asked } = show({}, RULE);
    const filters = within(await screen.findByLabelText('Filters'));
    await visitor.selectOptions(filters.getByLabelText('Kind'), 'Host');
    const text = filters.getByLabelText<HTMLInputElement>('Search values and reasons');
    await visitor.type(text, 'court');
    await screen.findByText(RULE.value);
    await expect.poll(() => searches.at(-1)).toEqual({ kind: 'host', search: 'court' });
    // What was typed became wanted while the field still has the focus.
    expect(document.activeElement).toBe(text);
    await visitor.type(text, ' x');
    expect(text.value).toBe('court x');
    expect(asked).toContainEqual(['list rules', { kind: 'host', search: 'court' }]);
  });
});
