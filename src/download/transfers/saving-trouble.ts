/** Why a browser may not save what it is sent for. */
export type SavingTrouble =
  /** An app that shows pages in a browser of its own; null: which one is not told. */
  | { kind: 'app'; name: string | null }
  /** The site as an app on the home screen of iPhone or iPad. */
  | { kind: 'homeScreen' };

/** What apps add to the name of the browser they show pages in. */
const APPS: readonly [pattern: RegExp, name: string | null][] = [
  [/Instagram/, 'Instagram'],
  [/\bFB_IAB|\bFBA[NV]\b/, 'Facebook'],
  [/musical_ly|BytedanceWebview|TikTok/i, 'TikTok'],
  [/Twitter for/, 'X'],
  [/Snapchat/, 'Snapchat'],
  [/Pinterest\//, 'Pinterest'],
  [/LinkedInApp/, 'LinkedIn'],
  [/MicroMessenger/, 'WeChat'],
  [/\bLine\//, 'LINE'],
  [/KAKAOTALK/i, 'KakaoTalk'],
  // What Android calls every browser inside an app.
  [/; wv\)/, null],
];

/** null: nothing is known that would keep this browser from saving files. */
export function savingTrouble({
  userAgent,
  standalone,
}: {
  userAgent: string;
  standalone?: boolean;
}): SavingTrouble | null {
  const [app] = APPS.filter(([pattern]) => pattern.test(userAgent));
  if (app) return { kind: 'app', name: app[1] };
  return standalone === true ? { kind: 'homeScreen' } : null;
}
