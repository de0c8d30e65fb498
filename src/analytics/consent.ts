import * as v from 'valibot';
import { recall, remember } from '#/site/browser/local-storage.ts';

/** By this key the browser remembers what the visitor chose. */
export const CONSENT_STORAGE_KEY = 'consent';
/** What is asked has this version; whoever was asked something else is asked again. */
const CONSENT_VERSION = 1;

export const ConsentChoice = v.picklist(['allowed', 'refused']);
export type ConsentChoice = v.InferOutput<typeof ConsentChoice>;

const StoredConsent = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ choice: ConsentChoice, version: v.literal(CONSENT_VERSION), date: v.pipe(v.string(), v.isoDate()) }),
);

/** What the visitor chose on an earlier page; null: they were not asked yet, or what is stored is no answer to what is asked now. */
function rememberedChoice(): ConsentChoice | null {
  const stored = v.safeParse(StoredConsent, recall(CONSENT_STORAGE_KEY));
  return stored.success ? stored.output.choice : null;
}

/** Remembers what was chosen, and when. Where storage is switched off, it lasts as long as the page. */
export function rememberChoice(choice: ConsentChoice): void {
  const consent = { choice, version: CONSENT_VERSION, date: new Date().toISOString().slice(0, 10) };
  remember(CONSENT_STORAGE_KEY, JSON.stringify(consent));
}

/** Whether the browser itself asks not to be tracked: by Global Privacy Control, or by the older Do Not Track. It counts as a refusal. */
export function asksNotToBeTracked(browser: Navigator = navigator): boolean {
  const { globalPrivacyControl, doNotTrack } = browser as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true || doNotTrack === '1';
}

/** What may be done now; null: the visitor is to be asked. */
export function currentChoice(): ConsentChoice | null {
  return asksNotToBeTracked() ? 'refused' : rememberedChoice();
}
