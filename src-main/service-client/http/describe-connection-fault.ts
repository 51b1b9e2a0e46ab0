import { message, type Message, type MessageOrText } from '../../../src-shared/messages/message.ts';
import { findCertificateFault } from '../../base/network/trust.ts';

const ENDED = message('link.connection-ended');

/** Faults of connections by the codes of Node and undici. */
const FAULTS: Readonly<Record<string, Message>> = {
  ENOTFOUND: message('link.no-such-host'),
  EAI_AGAIN: message('link.host-lookup-failed'),
  ECONNREFUSED: message('link.no-answer'),
  UND_ERR_CONNECT_TIMEOUT: message('link.no-answer'),
  ETIMEDOUT: message('link.no-answer'),
  UND_ERR_HEADERS_TIMEOUT: message('link.no-answer'),
  UND_ERR_BODY_TIMEOUT: message('link.no-answer'),
  UND_ERR_SOCKET: ENDED,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ENDED,
  ECONNRESET: ENDED,
};

/** Describes why a connection failed, by its code; an unknown code is named. */
export function describeConnectionFault(code: string): Message {
  return FAULTS[code] ?? message('link.connection-failed', { code });
}

/** Says what is wrong with a server’s certificate; null if the code of an error is not about one. */
export function describeCertificateFault(code: string | undefined): Message | null {
  const reason = findCertificateFault(code);
  return reason === null ? null : message('service.certificate', { reason });
}

/** True if a server was reached and ended the connection early. */
export function isConnectionEnded(code: string | undefined): boolean {
  return code !== undefined && FAULTS[code] === ENDED;
}

/** Describes what went wrong with a connection, its certificate included, by the error of the transport. */
export function describeTransportFault(error: unknown): MessageOrText {
  const { code, message: text } = error as NodeJS.ErrnoException;
  return describeCertificateFault(code) ?? (code ? describeConnectionFault(code) : text);
}
