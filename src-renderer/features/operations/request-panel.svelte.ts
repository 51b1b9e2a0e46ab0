import { readPreference, savePreference } from '../../app/local-preferences.ts';

/** States of the panel; the first is the default. */
const STATES = ['closed', 'open'] as const;

/** The panel with the request of an operation, saved as a preference. */
class RequestPanel {
  #state = $state(readPreference('operation-request', STATES));

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  set isOpen(isOpen: boolean) {
    this.#state = isOpen ? 'open' : 'closed';
    savePreference('operation-request', this.#state);
  }
}

export const requestPanel = new RequestPanel();
