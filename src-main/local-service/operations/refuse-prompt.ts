import { ServiceFault } from '../service-fault.ts';

/** Turns a prompt that names nothing known into a failure with 2007, so that what was held comes back; throws always. */
export function refusePrompt(error: unknown): never {
  // By name: the class comes with the catalogue, which is loaded when a prompt is read.
  throw error instanceof Error && error.name === 'PromptError' ? new ServiceFault(2007, error.message) : error;
}
