/** The output file that the inspector points to, because the user asked for it. */
class ShownOutput {
  /** Id of its artifact; null: none. */
  id = $state<string | null>(null);
}

export const shownOutput = new ShownOutput();
