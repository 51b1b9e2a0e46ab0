import type { CommanderError } from 'commander';
import { maskControlCharacters } from '../../../base/mask-control-characters.ts';

/**
 * Reports the error in a command line. With `secretHint` no word of the command line is repeated, because it may be a
 * secret; the hint replaces it.
 */
export function describeParseError({ code, message }: CommanderError, secretHint: string | null): string {
  if (secretHint !== null) return describeWithoutWords(code, message, secretHint);
  const [first = '', ...others] = message.replace(/^error: /, '').split('\n');
  const suggestion = /^\((Did you mean .*\?)\)$/.exec(others.join(' '))?.[1];
  const sentence = toSentence(code, first);
  return maskControlCharacters(suggestion === undefined ? sentence : `${sentence} ${suggestion}`);
}

function describeWithoutWords(code: string, message: string, secretHint: string): string {
  switch (code) {
    case 'commander.unknownOption':
      return 'Unknown option.';
    case 'commander.invalidArgument':
      return message.replace(
        /^error: option '(--[a-z-]+)[^']*' argument '.*' is invalid\. (.*)$/s,
        'The value of $1 is not valid. $2',
      );
    case 'commander.unknownCommand':
    case 'commander.excessArguments':
      return secretHint;
    default:
      return toSentence(code, message.replace(/^error: /, ''));
  }
}

function toSentence(code: string, message: string): string {
  switch (code) {
    case 'commander.unknownOption':
      return message.replace(/^unknown option '(.*)'$/s, 'Unknown option “$1”.');
    case 'commander.unknownCommand':
      return message.replace(/^unknown command '(.*)'$/s, 'Unknown command “$1”.');
    case 'commander.missingArgument':
      return message.replace(/^missing required argument '(.*)'$/s, 'The argument $1 is missing.');
    case 'commander.optionMissingArgument':
      return message.replace(/^option '(\S+) <(.*)>' argument missing$/s, '$1 needs a value: $1 $2.');
    case 'commander.missingMandatoryOptionValue':
      return message.replace(/^required option '(\S+) <(.*)>' not specified$/s, 'The option $1 $2 is required.');
    case 'commander.excessArguments':
      return message.replace(
        /^too many arguments.*? Expected (\d+) .*? but got (\d+): .*$/s,
        'Too many arguments: $2 instead of $1.',
      );
    case 'commander.invalidArgument':
      return message
        .replace(/^option '(\S+)[^']*' argument '(.*)' is invalid\. /s, '“$2” is not valid for $1. ')
        .replace(/^command-argument value '(.*)' is invalid for argument '.*?'\. /s, '“$1” is not valid. ');
    default:
      return `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  }
}
