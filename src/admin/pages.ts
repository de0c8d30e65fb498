/** The operators' pages in the order of their menu, by the last part of their path; the overview has none. */
export const ADMIN_PAGES = [
  'overview',
  'platforms',
  'engine',
  'downloads',
  'rules',
  'cases',
  'keys',
  'users',
  'letters',
  'audit',
] as const;
export type AdminPage = (typeof ADMIN_PAGES)[number];
