import type { FoundRegex } from './find-regexes.ts';

interface Accepted extends Pick<FoundRegex, 'file' | 'source'> {
  /** The bound of its input, or the test that measures its time. */
  readonly reason: string;
}

const ARGUMENTS = 'Arguments of the command line, typed by the user.';

/** Regular expressions that are not linear, or not known to be, and why that is harmless. */
export const ACCEPTED: readonly Accepted[] = [
  ...[
    /^error: option '(--[a-z-]+)[^']*' argument '.*' is invalid\. (.*)$/s,
    /^too many arguments.*? Expected (\d+) .*? but got (\d+): .*$/s,
    /^option '(\S+)[^']*' argument '(.*)' is invalid\. /s,
    /^command-argument value '(.*)' is invalid for argument '.*?'\. /s,
  ].map(({ source }) => ({ file: 'src-main/cli/lib/command/parse-error.ts', source, reason: ARGUMENTS })),
  {
    file: 'src-main/base/log/redact.ts',
    source:
      /((?:proxy-)?authorization|(?:set-)?cookie|x-amz-[\w-]{1,60}|x-api-key|api[_-]?key|access[_-]?key|secret[_-]?\w{0,60}|password|passwd|passphrase|credentials?|signature|\bsig|token|\bkey)(["']\s*:\s*|["']?\s*=\s*|:\s+)(["']?)(?:(?:Bearer|Basic)\s+)?[^\s"',;&)}\]]+/
        .source,
    reason: 'Bounded at each start, too large to analyze; test/base/log/redact.test.ts measures it.',
  },
  {
    file: 'src-main/dcc/receipts/delivery-reader.ts',
    source: /^(.+--.+)\.([0-9]{1,6})\.json$/.source,
    reason: 'Names of files, at most 255 characters.',
  },
  {
    file: 'src-main/folders/source-files.ts',
    source: /\s?\S*$/u.source,
    reason: 'At most 41 characters of a prompt.',
  },
];

/**
 * Regular expressions that are built from strings, by their file and code: examples of what they become, or an empty
 * list if they are copies of literals.
 */
export const BUILT: Readonly<Record<string, Readonly<Record<string, readonly RegExp[]>>>> = {
  'src-main/base/log/redact.ts': { UUID: [] },
  'src-main/dcc/send/test-target.ts': {
    '`size_${axis} = ([\\\\d.]+)`': [/size_x = ([\d.]+)/],
  },
  'src-main/dcc/targets/programs/cinema4d.ts': {
    '`^(?:Maxon )?Cinema 4D ${version}_[0-9A-F]+$`': [/^(?:Maxon )?Cinema 4D 2026_[0-9A-F]+$/],
  },
  'src-main/dcc/targets/programs/slicers.ts': {
    "`^(?:${programs.join('|')}).*\\\\.AppImage$`": [/^(?:prusa-slicer|PrusaSlicer).*\.AppImage$/i],
  },
  'src-renderer/features/operations/material-words.ts': {
    '`(?<!\\\\p{Script=Latin})${word}(?!\\\\p{Script=Latin})`': [/(?<!\p{Script=Latin})wood(?!\p{Script=Latin})/iu],
  },
  'src-renderer/features/operations/texts/issue-labels.ts': {
    '`^${field.name}\\\\b`': [/^face_limit\b/],
    '`\\\\b${field.name}\\\\b`': [/\bface_limit\b/g],
  },
  'src-shared/sources/group-views.ts': {
    "`^(?:(.*[^\\\\s_.-])[\\\\s_.-]+)?(${VIEW_SLOTS.join('|')})$`": [
      /^(?:(.*[^\s_.-])[\s_.-]+)?(front|left|back|right)$/iu,
    ],
  },
};
