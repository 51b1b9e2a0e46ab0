import { installPrograms } from './install-programs.ts';

// `sudo node test/run/install-programs-main.ts`: before `npm test` without root. Exit status 1: one is missing.
if ((await installPrograms()).some(({ failed }) => failed > 0)) process.exitCode = 1;
