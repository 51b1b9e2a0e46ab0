/** The output files that the inspector points to, because the user asked for them. */
class ShownOutput {
  /** Ids of their artifacts, at most one of a job. */
  ids = $state.raw<readonly string[]>([]);
}

export const shownOutput = new ShownOutput();
