import { AppError } from '../../../src-shared/base/errors.ts';

/** A wrong call of a command; the message says what is wrong and ends the process with status 2. */
export class UsageError extends AppError {
  constructor(message: string) {
    super('config_invalid', message);
    this.name = 'UsageError';
  }
}
