#!/usr/bin/env node
import { keepCompiledCode } from './base/processes/compiled-code.ts';

// Before anything else is loaded.
keepCompiledCode();
const { runCli } = await import('./cli/run-cli.ts');
process.exitCode = await runCli(process.argv.slice(2));
