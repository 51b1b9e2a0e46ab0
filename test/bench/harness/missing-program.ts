/** Thrown by a group or a run that needs something that this computer lacks: its rows are left out, and have not failed. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram';
}
