import type { Result } from '#/model/failure.ts';
import type { CounterNotice, FiledTakedown, TakedownRequest } from '#/model/operations.ts';
import type { Filing } from './answers.ts';

/** Of the API's client, what takes cases. */
type CaseDesk<Options> = {
  fileTakedown(request: TakedownRequest, options: Options): Promise<Result<FiledTakedown>>;
  fileCounterNotice(notice: CounterNotice, options: Options): Promise<Result<FiledTakedown>>;
};

/** Sends a notice, or an objection to one. Failures: those of the API. */
export function sendCase<Options>(
  desk: CaseDesk<Options>,
  { kind, request }: Filing,
  options: Options,
): Promise<Result<FiledTakedown>> {
  return kind === 'takedown' ? desk.fileTakedown(request, options) : desk.fileCounterNotice(request, options);
}
