import { pino } from 'pino';
import type { LOG_FORMATS, LOG_LEVELS, LogLevel } from './log-options.ts';
import { requestContext } from './request-context.ts';
import { jsonLine, textLine } from './text-line.ts';

/** Writes one line: what happened, and facts about it by name. No addresses of visitors, no links. */
export type Log = (level: LogLevel, message: string, facts?: Record<string, string | number | boolean>) => void;

type LogOptions = {
  format: (typeof LOG_FORMATS)[number];
  level: (typeof LOG_LEVELS)[number];
  /** Where lines go, each with its end. */
  write?: (line: string) => void;
};

/** Addresses of media, which a library's message may hold. */
const LINK = /\bhttps?:\/\/[^\s"'<>)]+/g;

/** Structured lines, each with the id of the request that it belongs to. */
export function createLog({ format, level, write = (line) => void process.stdout.write(line) }: LogOptions): Log {
  const lines = pino(
    {
      level,
      messageKey: 'message',
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin() {
        const { requestId } = requestContext.getStore() ?? {};
        return requestId === undefined ? {} : { requestId };
      },
    },
    { write: (line: string) => write(format === 'json' ? jsonLine(line) : textLine(line)) },
  );
  return (at, message, facts = {}) => lines[at](facts, message);
}

/** What rooms log by: their troubles, whose texts come from anywhere, and lose what may be addresses of media. */
export function createTroubleLog(log: Log, level: LogLevel = 'warn'): (message: string) => void {
  return (message) => log(level, message.replace(LINK, '[link]'));
}
