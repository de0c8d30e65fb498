import { createIsomorphicFn } from '@tanstack/react-start';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { m } from '#/language/paraglide/messages.js';
import { OPERATION_IDS, type OperationId } from '#/model/api-reference.ts';
import { OPERATION_TEXT } from './operation-text.ts';
import { pageData } from '#/site/serving/page-data.ts';
import { getReference } from './reference.functions.ts';
import type { TryTexts } from './TryIt.tsx';

/** Has what the page says before it is said; the server has all of it anyway. */
const loadTexts = createIsomorphicFn()
  .server(() => Promise.resolve())
  .client(() => loadAllMessages(currentLocale()));

/** For the route's loader. */
export async function loadReference({ location: { pathname } }: { location: { pathname: string } }) {
  const [reference] = await Promise.all([pageData(pathname, getReference), loadTexts()]);
  return { reference, heading: m.api_ref_heading(), intro: m.api_ref_intro(), tryTexts: tryTexts() };
}

function tryTexts(): TryTexts {
  return {
    title: m.api_ref_try_title(),
    intro: m.api_ref_try_intro(),
    operation: m.api_ref_try_operation(),
    key: m.api_ref_try_key(),
    body: m.api_ref_body(),
    send: m.api_ref_try_send(),
    answer: m.api_ref_try_answer(),
    none: m.api_ref_try_none(),
    operations: Object.fromEntries(OPERATION_IDS.map((id) => [id, OPERATION_TEXT[id]()])) as Record<
      OperationId,
      string
    >,
  };
}
