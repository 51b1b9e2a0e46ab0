/** Why rows miss their goals, by their ids, as a profile has shown it: the document prints each below its table. */
export const CAUSES: Readonly<Record<string, string>> = {
  'transfer/get':
    'the hash. SHA-256 runs beside the transfer in a thread of its own, and without the SHA instructions of a processor ' +
    'that thread is slower than the transfer; the row of SHA-256 in one thread is the most that can be reached.',
};
