import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FailureCode } from '#/model/failure.ts';
import { ROOT } from '../setup/paths.mjs';

/** What visitors read of a failure in English, without the compiled texts, which a command need not wait for. */
export function failureWords(code: FailureCode): string {
  const texts: Record<string, unknown> = JSON.parse(readFileSync(join(ROOT, 'messages/en.json'), 'utf8'));
  return String(texts[`failure_${code}_title`]);
}
