/** Names of plain texts that accompany images and models, without `.txt`. */
const NOTE_NAMES: readonly string[] = [
  'readme',
  'read me',
  'read_me',
  'read-me',
  'license',
  'licence',
  'copying',
  'copyright',
  'changelog',
  'credits',
  'authors',
  'notes',
];

/** True for a plain text that by its name is a note, such as `README.txt`: in a watched folder it is no prompt. */
export function isNoteFile(fileName: string): boolean {
  const name = fileName.toLowerCase();
  return name.endsWith('.txt') && NOTE_NAMES.includes(name.slice(0, -'.txt'.length));
}
