/** What a benchmark may be told besides its name. */
export type Options = {
  /** `pages`: how often Lighthouse looks at each page; the median counts. `equal-times`: how many names of each kind. `database`, `submit`: how often each. */
  runs?: string | undefined;
  /** `pages`: the languages it looks at, separated by commas; else all. */
  locales?: string | undefined;
  /** `pages`: how many times slower than this machine the phone is; else by Lighthouse's calibration. */
  slowdown?: string | undefined;
  /** `solver`: the file of a player's script to measure with; else one of our own that is as long. */
  player?: string | undefined;
};
