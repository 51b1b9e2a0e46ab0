/** The request id of a failure, to stand behind its sentence; empty when there is none. */
export function requestIdSuffix(requestId: string | null): string {
  return requestId === null ? '' : ` (X-Request-ID ${requestId})`;
}
