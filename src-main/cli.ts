#!/usr/bin/env node
import { COMMAND_SECTIONS } from './cli/command-sections.ts';
import { runCommandLine } from './cli/lib/run-command-line.ts';

process.exitCode = await runCommandLine(COMMAND_SECTIONS, process.argv.slice(2));
