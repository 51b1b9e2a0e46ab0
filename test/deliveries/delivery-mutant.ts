/** A plausible bug, planted around the product or in a copy of it; the check of the rule that it breaks must find it. */
export interface DeliveryMutant {
  readonly name: string;
  /** Part of the message with which the check fails. */
  readonly caughtBy: string;
  /** The check of the rule as the product is, which passes. */
  check(): Promise<void>;
  /** The same check with the bug planted. */
  checkMutant(): Promise<void>;
}

/** A mutant of a check that takes the bug as its parameter. */
export function plant<T>(
  name: string,
  caughtBy: string,
  check: (bug?: T) => Promise<void>,
  bug: NoInfer<T>,
): DeliveryMutant {
  return { name, caughtBy, check: () => check(), checkMutant: () => check(bug) };
}
