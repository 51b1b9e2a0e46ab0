import { ACCESS_MUTANTS } from './access-mutants.ts';
import { APP_MUTANTS } from './app-mutants.ts';
import type { ControlMutant } from './control-mutant.ts';
import { FILE_MUTANTS } from './file-mutants.ts';
import { NETWORK_MUTANTS } from './network-mutants.ts';
import { PACKAGE_MUTANTS } from './package-mutants.ts';
import { PAGE_MUTANTS } from './page-mutants.ts';

/** All controls that can be taken out, in their order. */
export const CONTROL_MUTANTS: readonly ControlMutant[] = [
  ...PAGE_MUTANTS,
  ...ACCESS_MUTANTS,
  ...NETWORK_MUTANTS,
  ...PACKAGE_MUTANTS,
  ...FILE_MUTANTS,
  ...APP_MUTANTS,
].toSorted((one, other) => one.control - other.control);
