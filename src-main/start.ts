import { keepCompiledCode } from './base/processes/compiled-code.ts';

// Before anything else is loaded.
keepCompiledCode();
const { startApp } = await import('./start/start-app.ts');
process.exitCode = await startApp(process.argv.slice(2));
