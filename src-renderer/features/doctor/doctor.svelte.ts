import type { Finding } from '../../../src-shared/doctor/finding.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';

/** State of the doctor, kept while the page is open. */
class Doctor {
  /** Null until the first check has finished. */
  findings = $state.raw<readonly Finding[] | null>(null);
  running = $state(false);
  /** True if this page can display 3D models, which only the page itself can test. */
  hasDisplay = $state(true);

  /** Runs all checks. The previous report stays visible until the new one is ready. */
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

export const doctor = new Doctor();
