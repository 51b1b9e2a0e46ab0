/** The token for uploads and artifacts; the server grants it after the handshake, and it changes when the server restarts. */
class LoopbackSession {
  #waiting = Promise.withResolvers<string>();

  /** Resolves to the current token, when this page is connected. */
  token(): Promise<string> {
    return this.#waiting.promise;
  }

  /** Sets the token of a new connection. */
  grant(token: string): void {
    this.end();
    this.#waiting.resolve(token);
  }

  /** The connection is lost: requests wait for the next one. */
  end(): void {
    const { resolve } = this.#waiting;
    this.#waiting = Promise.withResolvers<string>();
    // Whoever waits gets the next token.
    void this.#waiting.promise.then(resolve);
  }
}

export const loopbackSession = new LoopbackSession();
