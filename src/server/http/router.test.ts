import { expect, test } from 'vitest';
import { createRouter } from './router.ts';

const run = () => Promise.resolve(new Response());
const LIST = { method: 'GET', path: '/things', run } as const;
const ADD = { method: 'POST', path: '/things', run } as const;
const ONE = { method: 'GET', path: '/things/{id}', run } as const;
const REMOVE = { method: 'DELETE', path: '/things/{id}', run } as const;
/** Is served before the table is asked. */
const EVENTS = { method: 'GET', path: '/things/{id}/events' } as const;
const NAMED = { method: 'GET', path: '/things/all', run } as const;

const { find } = createRouter([LIST, ADD, ONE, REMOVE, EVENTS, NAMED]);

test('an operation is found by its method and path, and HEAD finds what GET does', () => {
  expect(find('POST', '/things').operation).toBe(ADD);
  expect(find('HEAD', '/things').operation).toBe(LIST);
  expect(find('GET', '/things/7')).toMatchObject({ operation: ONE, path: { id: '7' } });
});

test.each([
  ['/things', 'GET, HEAD, POST, OPTIONS'],
  ['/things/7', 'GET, HEAD, DELETE, OPTIONS'],
  ['/things/7/events', 'GET, OPTIONS'],
])('the methods of %s are known where another is asked for', (path, allow) => {
  expect(find('PUT', path)).toMatchObject({ operation: null, allow });
});

test.each(['/', '/thing', '/things/', '/things/7/', '/things/7/8', '/a/things'])('nothing is at %s', (path) => {
  expect(find('GET', path)).toEqual({ operation: null, path: {}, allow: null });
});

test('what stands in a path is decoded; what is no text is empty', () => {
  expect(find('GET', '/things/ad%40example.com%2Fx').path).toEqual({ id: 'ad@example.com/x' });
  expect(find('GET', '/things/%E0%A4%A')).toMatchObject({ operation: ONE, path: { id: '' } });
});

test('of two that fit, the first of the table is found', () => {
  expect(find('GET', '/things/all').operation).toBe(ONE);
});
