import { describe, expect, test } from 'vitest';
import { answered, at, OTHERS, OUTCOMES, SCREENS, SEQUENCE, SUBMISSIONS } from '../fixtures/flow.ts';
import { CHALLENGES } from '../fixtures/rows/challenges.ts';
import { CONTACTS } from '../fixtures/rows/contacts.ts';
import { RESET } from '../fixtures/rows/reset-password.ts';
import { SESSION } from '../fixtures/rows/session.ts';
import { SIGN_IN } from '../fixtures/rows/sign-in.ts';
import { SIGN_UP } from '../fixtures/rows/sign-up.ts';
import { START } from '../fixtures/rows/start.ts';
import { FRESH } from '../fixtures/rows/row.ts';
import type { FlowEvent } from './event.ts';
import { begin } from './lifecycle.ts';
import type { FlowState, ScreenName } from './state.ts';
import { transition } from './transition.ts';

const CONFIG = { initialState: 'signIn', hasSignUp: true } as const;

describe('transitions', () => {
  const rows = [...START, ...SIGN_IN, ...CHALLENGES, ...SIGN_UP, ...RESET, ...CONTACTS, ...SESSION];
  test.each(rows)('%s: %o on %o', (_sentence, state, event, next, expected) => {
    const { state: after, command } = transition(state, event, CONFIG);
    expect(after).toMatchObject(next);
    expect(command).toEqual(expected && { ...expected, sequence: after.sequence });
  });

  test.each(Object.values(SCREENS).filter((screen) => 'username' in screen && screen.name !== 'signIn'))(
    'back to sign-in from $name',
    (screen) => {
      const { state, command } = transition({ ...screen, sequence: SEQUENCE }, { type: 'go', to: 'signIn' }, CONFIG);
      expect(state).toMatchObject({ name: 'signIn', username: 'ada', ...FRESH });
      expect(command).toBeNull();
    },
  );

  test('starts by setting up', () => {
    expect(begin()).toMatchObject({ state: { name: 'configuring' }, command: { type: 'start' } });
  });

  test('the initial state comes from the configuration, and sign-up can be hidden', () => {
    const started = answered({ type: 'started', user: null, restored: null });
    const first = (config: Parameters<typeof transition>[2]) =>
      transition(at('configuring'), started, config).state.name;
    expect(first({ initialState: 'signUp', hasSignUp: true })).toBe('signUp');
    expect(first({ initialState: 'resetPassword', hasSignUp: true })).toBe('resetPassword');
    expect(first({ initialState: 'signUp', hasSignUp: false })).toBe('signIn');
    const hidden = { initialState: 'signIn', hasSignUp: false } as const;
    expect(transition(at('signIn'), { type: 'go', to: 'signUp' }, hidden).state.name).toBe('signIn');
  });
});

describe('everything in every state', () => {
  const states = Object.keys(SCREENS).map((name) => at(name as ScreenName));
  const forms = states.filter((state) => 'isPending' in state);
  const results = OUTCOMES.map((outcome) => answered(outcome));

  test.each(states)('$name takes each event, and tells no secret', (state) => {
    for (const event of [...SUBMISSIONS, ...OTHERS, ...results]) {
      const { state: after, command } = transition(state, event, CONFIG);
      expect(SCREENS).toHaveProperty(after.name);
      expect(command?.sequence ?? after.sequence).toBe(after.sequence);
      expect(JSON.stringify(after)).not.toMatch(/Secret12|123456/);
    }
  });

  test.each(forms)('$name takes no second submission while it is pending', (state) => {
    const pending: FlowState = { ...state, isPending: true };
    const ignored: FlowEvent[] = [
      ...SUBMISSIONS,
      { type: 'resend' },
      { type: 'skip' },
      { type: 'federate', provider: 'google' },
    ];
    for (const event of ignored) expect(transition(pending, event, CONFIG)).toEqual({ state: pending, command: null });
  });

  test.each(states)('$name ignores answers to what was asked before', (state) => {
    for (const outcome of OUTCOMES) {
      const late = answered(outcome, SEQUENCE - 1);
      expect(transition(state, late, CONFIG)).toEqual({ state, command: null });
    }
  });

  test.each(states)('$name can be signed out of', (state) => {
    const { state: after, command } = transition(state, { type: 'signOut', isGlobal: false }, CONFIG);
    expect(after.name).toBe('signingOut');
    expect(command).toMatchObject({ type: 'signOut', isForced: false });
  });

  test('an answer that comes after the visitor went back changes nothing', () => {
    const sent = transition(at('signUp'), SUBMISSIONS[1] as FlowEvent, CONFIG);
    const back = transition(sent.state, { type: 'go', to: 'signIn' }, CONFIG);
    const late = { type: 'signUpStep', step: { kind: 'autoSignIn' }, sequence: sent.state.sequence } as const;
    expect(transition(back.state, late, CONFIG).state).toEqual(back.state);
  });
});
