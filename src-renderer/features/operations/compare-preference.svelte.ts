import { readPreference, savePreference } from '../../app/local-preferences.ts';

/** Options for comparing a result with its input; the first is the default. */
const COMPARES = ['on', 'off'] as const;

/** The choice to compare the result of an operation with its input, saved as a preference. */
class ComparePreference {
  #compares = $state(readPreference('compare-after-run', COMPARES));

  get isOn(): boolean {
    return this.#compares === 'on';
  }

  set isOn(isOn: boolean) {
    this.#compares = isOn ? 'on' : 'off';
    savePreference('compare-after-run', this.#compares);
  }
}

export const comparePreference = new ComparePreference();
