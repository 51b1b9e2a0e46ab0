/** A control that is taken out of a copy of the project; the test of the control must fail then. */
export interface ControlMutant {
  /** Number of the control in docs/security.md. */
  readonly control: number;
  readonly name: string;
  /** File that is edited, from the root of the project. */
  readonly file: string;
  /** Text that occurs once in it, and what replaces it. */
  readonly edit: readonly [from: string, to: string];
  /** File of the test. */
  readonly test: string;
  /** Part of the name of the test, if the file has many slow ones. */
  readonly only?: string;
}
