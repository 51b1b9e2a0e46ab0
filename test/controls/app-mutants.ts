import type { ControlMutant } from './control-mutant.ts';

const BUILDER = 'electron-builder.yml';
const BUILDER_TEST = 'test/packaging/electron-builder.test.ts';
const REDACT = 'src-main/base/log/redact.ts';
const REDACT_TEST = 'test/base/log/redact.test.ts';
const ERRORS = 'src-main/service-client/http/to-app-error.ts';
const ERRORS_TEST = 'test/service-client/http/echoed-key.test.ts';
const SECRETS = 'src-main/settings/redacted-secrets.ts';
const SECRETS_TEST = 'test/settings/redacted-secrets.test.ts';
const CHECKS_TEST = 'test/packaging/security-checks.test.ts';
const CONVENTIONS_TEST = 'test/conventions.test.ts';

/** Controls of the package, the secrets and the log. */
export const APP_MUTANTS: readonly ControlMutant[] = [
  {
    control: 8,
    name: 'the app can be started as Node',
    file: BUILDER,
    edit: ['runAsNode: false', 'runAsNode: true'],
    test: BUILDER_TEST,
  },
  {
    ...{ control: 8, name: 'the app can be started with an inspector', file: BUILDER, test: BUILDER_TEST },
    edit: ['enableNodeCliInspectArguments: false', 'enableNodeCliInspectArguments: true'],
  },
  {
    ...{ control: 9, name: 'a changed archive is started', file: BUILDER, test: BUILDER_TEST },
    edit: ['enableEmbeddedAsarIntegrityValidation: true', 'enableEmbeddedAsarIntegrityValidation: false'],
  },
  {
    ...{ control: 10, name: 'an undici with known faults is used', file: 'package-lock.json', test: CHECKS_TEST },
    edit: [
      '"node_modules/undici": {\n      "version": "8.12.4"',
      '"node_modules/undici": {\n      "version": "8.10.1"',
    ],
  },
  {
    ...{
      control: 11,
      name: 'keys are stored where a fixed key protects them',
      file: 'src-main/shell/secret-backend.ts',
    },
    edit: ["['kwallet', 'KWallet'],", "['kwallet', 'KWallet'],\n  ['basic_text', 'Secret Service'],"],
    test: 'test/shell/secret-backend.test.ts',
  },
  {
    ...{
      control: 11,
      name: 'the memory of a process is written to the disk',
      file: 'src-main/main.ts',
      test: CHECKS_TEST,
    },
    edit: ['registerAppScheme();\n', 'registerAppScheme();\nprocess.report.reportOnFatalError = true;\n'],
  },
  {
    ...{ control: 12, name: 'secrets are not known by their form', file: REDACT, test: REDACT_TEST },
    edit: ['for (const form of FORMS) safe = safe.replace(form, HIDDEN);', ''],
  },
  {
    ...{ control: 12, name: 'queries of addresses are kept', file: REDACT, test: REDACT_TEST },
    edit: [
      'query === undefined ? whole : `${address}?${HIDDEN}`',
      'query === undefined ? whole : `${address}${query}`',
    ],
  },
  {
    ...{ control: 12, name: 'a key that is read is not known to the log', file: SECRETS, test: SECRETS_TEST },
    edit: ['if (value !== null) log.hide(value);', ''],
  },
  {
    ...{ control: 12, name: 'a key that is set is not known to the log', file: SECRETS, test: SECRETS_TEST },
    edit: ['      log.hide(value);\n      await', '      await'],
  },
  {
    ...{ control: 12, name: 'a key in the error of a service is passed on', file: ERRORS, test: ERRORS_TEST },
    edit: ['truncateMessage(log.conceal(envelope.message))', 'truncateMessage(envelope.message)'],
  },
  {
    ...{ control: 12, name: 'a key in the error of a task is passed on', file: ERRORS, test: ERRORS_TEST },
    edit: ["log.conceal(text ?? '')", "text ?? ''"],
  },
  {
    ...{ control: 27, name: 'a package has no exact version', file: 'package.json', test: CONVENTIONS_TEST },
    edit: ['"commander": "15.1.0"', '"commander": "^15.1.0"'],
  },
  {
    ...{
      control: 27,
      name: 'a package runs an install script that nobody allowed',
      file: 'package.json',
      test: CONVENTIONS_TEST,
    },
    edit: ['    "electron-winstaller": true,\n', '    "electron": true,\n'],
  },
  {
    ...{ control: 28, name: 'a support bundle is not cleaned', file: 'src-main/doctor/support-bundle.ts' },
    edit: [
      'return clean(withPrompts ? whole : redactNames(whole, jobs ?? []));',
      'return withPrompts ? whole : redactNames(whole, jobs ?? []);',
    ],
    test: 'test/doctor/support-bundle.test.ts',
  },
  {
    ...{ control: 28, name: 'a crash report is not cleaned', file: 'src-main/base/crash/crash-reports.ts' },
    edit: ['log.clean(formatReport(kind, cause, now))', 'formatReport(kind, cause, now)'],
    test: 'test/base/crash/crash-reports.test.ts',
  },
  {
    ...{ control: 29, name: 'a key of a service is in a file of the project', file: 'README.md', test: CHECKS_TEST },
    edit: ['# Dropforge\n', `# Dropforge\n\n${['whs', 'ec_'].join('')}${'Ab3dEf7h'.repeat(5)}\n`],
  },
  {
    ...{ control: 29, name: 'a key is in a file of the project', file: 'README.md', test: CHECKS_TEST },
    edit: ['# Dropforge\n', `# Dropforge\n\n${['AK', 'IA'].join('')}ABCDEFGHIJKLMNOP\n`],
  },
];
