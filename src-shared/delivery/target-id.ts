/** Longest id of a target. */
const LONGEST = 64;

/**
 * The id a bridge gives itself for a name that a person chose, else for its program on a computer: the same rule as in
 * the bridges, safe as part of a file name everywhere.
 */
export function toTargetId(wanted: string | null, program: string, host: string): string {
  const text = wanted !== null && wanted.trim() !== '' ? wanted : `${program}@${host || 'computer'}`;
  // eslint-disable-next-line no-control-regex -- everything that is not ASCII goes
  const plain = text.normalize('NFKD').replace(/[^\x00-\x7f]/g, '');
  const id = strip(strip(toSafe(plain).replace(/-{2,}/g, '-')).slice(0, LONGEST));
  return id || strip(toSafe(program)) || 'target';
}

function toSafe(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9@._-]+/g, '-');
}

function strip(text: string): string {
  return text.replace(/^[-._@]+|[-._@]+$/g, '');
}
