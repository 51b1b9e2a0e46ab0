import type { ControlMutant } from './control-mutant.ts';

const QUERY = 'src-main/service-client/http/query-json.ts';
const QUERY_TEST = 'test/service-client/http/query-json.test.ts';
const BOUNDS_TEST = 'test/shared/formats/parse-bounded-json.test.ts';
const GUARD = 'src-main/service-client/http/address-guard.ts';
const GUARD_TEST = 'test/service-client/http/address-guard.test.ts';
const SIGNER = 'src-main/local-service/files/url-signer.ts';
const SIGNER_TEST = 'test/local-service/http/routes/output-route.test.ts';
const RECEIVER = 'src-main/service-client/webhooks/webhook-receiver.ts';
const RECEIVER_TEST = 'test/service-client/webhooks/webhook-receiver.test.ts';
const INSTALLER = 'src-main/shell/updates/electron-updater-installer.ts';
const INSTALLER_TEST = 'test/shell/updates/electron-updater-installer.test.ts';
const DELIVERY_TEST = 'test/local-service/webhooks/webhooks.test.ts';

/** Controls of requests and answers: addresses, keys, limits, signatures, updates. */
export const NETWORK_MUTANTS: readonly ControlMutant[] = [
  {
    ...{ control: 13, name: 'the key is sent to the hosts of outputs', test: 'test/service-client/http/proxy.test.ts' },
    ...{ file: 'src-main/service-client/transfer/open-output.ts', only: 'without the key' },
    edit: ["'if-range': part.validator } : {};", "'if-range': part.validator } : { authorization: 'Bearer key' };"],
  },
  {
    ...{ control: 14, name: 'names may resolve to addresses inside the network', file: GUARD, test: GUARD_TEST },
    edit: ['  if (isPublicAddress(address)) return null;\n', '  if (address) return null;\n'],
  },
  {
    ...{ control: 14, name: 'addresses inside the network are downloaded from', file: GUARD, test: GUARD_TEST },
    edit: ['if (isIP(host) !== 0 && !isPublicAddress(host)) {', 'if (host === undefined) {'],
  },
  {
    ...{ control: 14, name: 'addresses of providers count as public', file: 'src-main/base/network/public-address.ts' },
    ...{ edit: ["  ['100.64.0.0/10', 6598],\n", ''], test: GUARD_TEST },
  },
  {
    ...{
      control: 14,
      name: 'only the first redirect of a link is checked',
      file: 'src-main/service-client/http/follow-redirects.ts',
    },
    edit: ['url = policy.checkAddress(location, url);', 'url = new URL(location, url);'],
    test: 'test/links/fetch-link.test.ts',
  },
  {
    ...{ control: 15, name: 'answers have no maximum size', file: QUERY, test: QUERY_TEST, only: '20 MB' },
    edit: ['if (size > LIMITS.requestBodyBytes)', 'if (size < 0)'],
  },
  {
    ...{ control: 15, name: 'compressed answers are read', file: QUERY, test: QUERY_TEST },
    edit: ["if (encoding !== undefined && encoding !== 'identity') {", "if (encoding === 'never') {"],
  },
  {
    ...{ control: 15, name: 'answers have no maximum depth', file: 'src-shared/formats/parse-bounded-json.ts' },
    ...{ edit: ['if (depth > limits.depth)', 'if (depth < 0)'], test: BOUNDS_TEST },
  },
  {
    ...{ control: 15, name: 'an answer may take for ever', file: QUERY, test: QUERY_TEST },
    edit: ['signal ? AbortSignal.any([late.signal, signal]) : late.signal', 'signal ?? new AbortController().signal'],
  },
  {
    ...{
      control: 24,
      name: 'the method of a signed address is not signed',
      file: SIGNER,
      test: 'test/local-service/files/url-signer.test.ts',
    },
    edit: [
      'const expected = digest(method, path, expires, max);',
      "const expected = digest('GET', path, expires, max);",
    ],
  },
  {
    ...{ control: 24, name: 'signatures of addresses are not compared', file: SIGNER, test: SIGNER_TEST },
    edit: ["if (!isSameText(signature, expected)) return 'forged';", ''],
  },
  {
    ...{ control: 24, name: 'signed addresses never expire', file: SIGNER, test: SIGNER_TEST },
    edit: ["return Number(expires) * 1000 > now() ? 'valid' : 'expired';", "return 'valid';"],
  },
  {
    ...{ control: 25, name: 'webhooks are taken with any signature', file: RECEIVER, test: RECEIVER_TEST },
    edit: ['if (!isGenuine(signature, body, secret)) return 401;', ''],
  },
  {
    ...{ control: 25, name: 'old webhooks are taken', file: RECEIVER, test: RECEIVER_TEST },
    edit: ['if (!signature || !isRecent(signature.t, options.now())) return 401;', 'if (!signature) return 401;'],
  },
  {
    ...{ control: 25, name: 'a webhook is taken twice', file: RECEIVER, test: RECEIVER_TEST },
    edit: ['if (!options.markSeen(delivery)) return 200;', ''],
  },
  {
    ...{ control: 25, name: 'a webhook may have any length', file: RECEIVER, test: RECEIVER_TEST },
    edit: ['if (bytes > LONGEST_BODY_BYTES) return null;', ''],
  },
  {
    ...{
      control: 26,
      name: 'webhooks are sent into the network of the service',
      file: 'src-main/local-service/webhooks/check-webhook-url.ts',
    },
    edit: ["isIP(host) !== 0 && !isPublicAddress(host) ? serviceMessage('api.webhook-private') : null", 'null'],
    test: DELIVERY_TEST,
  },
  {
    ...{
      control: 26,
      name: 'webhooks follow names into the network',
      file: 'src-main/local-service/webhooks/guarded-dispatcher.ts',
    },
    ...{ edit: ['if (isAllowed(address)) return null;', 'if (address) return null;'], test: DELIVERY_TEST },
  },
  {
    ...{ control: 27, name: 'updates without a signature are installed', file: 'src-main/updates/decide-update.ts' },
    ...{ edit: ['isSigned ? pickFile', 'true ? pickFile'], test: 'test/updates/updates.test.ts' },
  },
  {
    ...{ control: 27, name: 'signatures of updates are not checked', file: 'src-main/updates/release-signature.ts' },
    edit: [
      "return verify(null, signedBytes(fileName, feed), key, Buffer.from(text, 'base64'));",
      'return key !== null;',
    ],
    test: 'test/updates/updates.test.ts',
  },
  {
    ...{ control: 27, name: 'the checksum of an update is not checked', file: 'src-main/updates/download-release.ts' },
    ...{
      edit: ["return hash.digest('base64') === sha512;", "return hash.digest('base64') !== '';"],
      test: 'test/updates/updates.test.ts',
    },
  },
  {
    ...{ control: 27, name: 'older versions are installed', file: 'src-main/updates/decide-update.ts' },
    edit: ["if (!isNewerVersion(version, installation.version)) return { kind: 'current' };", ''],
    test: 'test/updates/updates.test.ts',
  },
  {
    ...{
      control: 27,
      name: 'updates are installed while paid work is in flight',
      file: 'src-main/updates/update-downloader.ts',
    },
    ...{ edit: ['update === null || isBusy()', 'update === null'], test: 'test/updates/updates.test.ts' },
  },
  {
    ...{ control: 27, name: 'a job that runs is no paid work', file: 'src-main/updates/has-paid-work.ts' },
    ...{ edit: ["return status !== 'waiting' || ", 'return '], test: 'test/updates/has-paid-work.test.ts' },
  },
  {
    ...{
      control: 27,
      name: 'a job that waits for its task is no paid work',
      file: 'src-main/updates/has-paid-work.ts',
    },
    edit: [" || steps.some((step) => step.status === 'running' || step.taskId !== null)", ''],
    test: 'test/updates/has-paid-work.test.ts',
  },
  {
    ...{ control: 27, name: 'updates do not know of paid work', file: 'src-main/app.ts' },
    edit: ['isBusy: () => hasPaidWork(queue.list())', 'isBusy: () => false'],
    test: 'test/updates/paid-work.test.ts',
  },
  {
    ...{ control: 27, name: 'the portable app runs an installer', file: 'src-main/shell/updates/choose-installer.ts' },
    edit: ["  if (env['PORTABLE_EXECUTABLE_FILE'] !== undefined) return undefined;\n", ''],
    test: 'test/shell/updates/choose-installer.test.ts',
  },
  {
    ...{ control: 27, name: 'electron-updater takes older versions', file: INSTALLER, test: INSTALLER_TEST },
    edit: ['autoUpdater.allowDowngrade = false;', 'autoUpdater.allowDowngrade = true;'],
  },
  {
    ...{ control: 30, name: 'tasks are taken under another id', file: 'src-main/service-client/service-client.ts' },
    ...{ edit: ['if (task && toTaskKey(task.task_id) === toTaskKey(id))', 'if (task)'], test: QUERY_TEST },
  },
  {
    ...{ control: 30, name: 'answers have any number of values', file: 'src-shared/formats/parse-bounded-json.ts' },
    ...{ edit: ['if (values > limits.values) throw', 'if (values < 0) throw'], test: BOUNDS_TEST },
  },
];
