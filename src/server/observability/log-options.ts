/** How lines are written: for people, or for programs. */
export const LOG_FORMATS = ['text', 'json'] as const;

/** From which level on. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = Exclude<(typeof LOG_LEVELS)[number], 'silent'>;
