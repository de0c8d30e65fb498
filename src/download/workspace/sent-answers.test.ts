import { expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import { formatOf, itemOf, resolvedOf, soundOf } from '../fixtures/resolved.ts';
import { sentAnswer, wholeAnswer } from './sent-answers.ts';

test('an answer goes with a page without what says nothing, and is whole again afterwards', () => {
  const formats = [formatOf({ recommended: true, quality: 720 }), soundOf({ size: null })];
  const answer = ok(resolvedOf({ formats, items: [itemOf(1, [formatOf({ id: '1.18', language: 'fr' })])] }));
  const sent = sentAnswer(answer);
  expect(JSON.stringify(sent.ok && [sent.value.media.formats, sent.value.media.items[0]?.formats])).not.toMatch(
    /null|false/,
  );
  expect(wholeAnswer(sent)).toEqual(answer);
});

test('a failure goes as it is', () => {
  const failure = fail('private', { platform: 'youtube' });
  expect(wholeAnswer(sentAnswer(failure))).toEqual(failure);
});
