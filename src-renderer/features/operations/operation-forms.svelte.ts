import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { OperationForm } from '../../../src-shared/ipc/views/operation-view.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** Forms of all operations, read on first use. */
class OperationForms {
  list = $state.raw<readonly OperationForm[] | null>(null);
  /** Error of the last read; null if it succeeded or has not started. */
  error = $state.raw<ErrorInfo | null>(null);
  #reading: Promise<void> | null = null;

  /** Returns an operation's form; null if it does not exist or has not been read. */
  find(name: string): OperationForm | null {
    return this.list?.find((form) => form.name === name) ?? null;
  }

  /** Reads the forms unless they have already been read. */
  async read(): Promise<void> {
    if (this.list) return;
    this.#reading ??= this.#request().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #request(): Promise<void> {
    const reply = await ask('operations:forms', null);
    if (reply.ok) this.list = reply.value;
    this.error = reply.ok ? null : reply.error;
  }
}

export const operationForms = new OperationForms();
