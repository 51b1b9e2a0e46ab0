import type { Finding } from '../../../src-shared/doctor/finding.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';

/** What the doctor found, as long as the page is open. */
class Doctor {
  /** Null until it looked for the first time. */
  findings = $state.raw<readonly Finding[] | null>(null);
  running = $state(false);
  /** Whether this page can show models; it is the page that knows. */
  hasDisplay = $state(true);

  /** Looks again; the last report stays until the new one is there. */
  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.hasDisplay = hasWebgl();
    this.findings = (await callOrNotify('doctor:run', null)) ?? this.findings;
    this.running = false;
  }
}

function hasWebgl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/** The page's doctor. */
export const doctor = new Doctor();
