/** A reason not to start, such as a data folder in use; its message is shown to the user. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupError';
  }
}
