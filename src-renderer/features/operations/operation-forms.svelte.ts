import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { OperationForm } from '../../../src-shared/ipc/views/operation-view.ts';
import { ask } from '../../app/bridge/bridge.ts';

/** What can be set of every operation; read once, when it is first wanted. */
class OperationForms {
  list = $state.raw<readonly OperationForm[] | null>(null);
  /** Why it could not be read; null: it could, or was not wanted yet. */
  error = $state.raw<ErrorInfo | null>(null);
  #reading: Promise<void> | null = null;

  /** The form of an operation; null while it is not read, or when there is none. */
  find(name: string): OperationForm | null {
    return this.list?.find((form) => form.name === name) ?? null;
  }

  /** Reads the forms, if that did not succeed yet. */
  async read(): Promise<void> {
    if (this.list) return;
    this.#reading ??= this.#ask().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #ask(): Promise<void> {
    const reply = await ask('operations:forms', null);
    if (reply.ok) this.list = reply.value;
    this.error = reply.ok ? null : reply.error;
  }
}

/** The page's forms of operations. */
export const operationForms = new OperationForms();
