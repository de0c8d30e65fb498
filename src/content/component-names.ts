/** What documents may use without importing it; src/content/components.tsx has them, and the build refuses any other. */
export const COMPONENT_NAMES = [
  'AppName',
  'Bookmarklet',
  'Contact',
  'Example',
  'Fact',
  'FailureTitle',
  'FormatList',
  'IfContact',
  'Label',
  'LinkKinds',
  'Operator',
  'ShareAddress',
  'TakedownForm',
] as const;
export type ComponentName = (typeof COMPONENT_NAMES)[number];
