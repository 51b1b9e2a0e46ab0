/** Why the service cannot start; its message is one sentence for the person who started it. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefusal';
  }
}
