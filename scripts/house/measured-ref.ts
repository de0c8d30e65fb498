/** The house before its second plan: what `npm run house` compares with, unless it is told another commit. */
export const BEFORE = '5dcf8cd89ef4';
