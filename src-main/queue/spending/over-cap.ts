import { AppError } from '../../../src-shared/base/errors.ts';
import type { OverCapMark } from '../../pipeline/job-record.ts';
import type { MessageOrText } from '../../../src-shared/messages/message.ts';

/** A step would exceed a cap; the job waits for another day or for the user. */
export class OverCap extends AppError {
  readonly mark: OverCapMark;

  constructor(detail: MessageOrText, mark: OverCapMark) {
    super('over_cap', detail);
    this.mark = mark;
  }
}
