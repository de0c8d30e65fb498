/** What a file is like, by name. What is counted and not there is missing, which is 0. */
export type Facts = Readonly<Record<string, string | number>>;
