/** Maximum length of a target id. */
const MAX_LENGTH = 64;

/**
 * Returns the id that a bridge derives from a custom name, or else from its program and computer: the same rule as in
 * the bridges, valid in file names on every system.
 */
export function toTargetId(wanted: string | null, program: string, host: string): string {
  const text = wanted !== null && wanted.trim() !== '' ? wanted : `${program}@${host || 'computer'}`;
  // eslint-disable-next-line no-control-regex -- everything that is not ASCII goes
  const plain = text.normalize('NFKD').replace(/[^\x00-\x7f]/g, '');
  const id = strip(strip(toSafe(plain).replace(/-{2,}/g, '-')).slice(0, MAX_LENGTH));
  return id || strip(toSafe(program)) || 'target';
}

function toSafe(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9@._-]+/g, '-');
}

function strip(text: string): string {
  return text.replace(/^[-._@]+|(?<![-._@])[-._@]+$/g, '');
}
