/** Returns the request id of an error as a suffix for its sentence; empty if there is none. */
export function requestIdSuffix(requestId: string | null): string {
  return requestId === null ? '' : ` (X-Request-ID ${requestId})`;
}
