import { flag, text } from './option.ts';

/** Options that every command takes unless it is standalone. */
export const SHARED_OPTIONS = {
  home: text(
    'DIR',
    'Folder with settings, queue and library. Default: DROPFORGE_HOME, else the folder for application data.',
  ),
  json: flag('Print the result as one line of JSON.'),
} as const;

/** Options of commands that spend credits. */
export const SPENDING_OPTIONS = {
  yes: flag('Spend the credits without asking.'),
  maxCredits: text('N', 'Spend up to this number of credits, such as 50 or 12.50, without asking.'),
} as const;
