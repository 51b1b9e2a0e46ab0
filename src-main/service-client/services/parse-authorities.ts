import { X509Certificate } from 'node:crypto';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';

const BEGIN = '-----BEGIN CERTIFICATE-----';
const END = '-----END CERTIFICATE-----';

/**
 * The certificates of a PEM file (RFC 7468), without anything else that it contains, such as a private key. Throws
 * `config_invalid` if there is none, or one that is broken or expired.
 */
export function parseAuthorities(pem: string, now = Date.now()): string {
  const blocks = pem
    .split(BEGIN)
    .slice(1)
    .map((text) => text.split(END, 1)[0] ?? '');
  if (blocks.length === 0) throw invalid('none');
  return blocks.map((block) => parseCertificate(`${BEGIN}${block}${END}\n`, now)).join('');
}

function parseCertificate(pem: string, now: number): string {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    throw invalid('broken');
  }
  if (certificate.validToDate.getTime() < now) throw invalid('expired');
  return certificate.toString();
}

function invalid(reason: 'none' | 'broken' | 'expired'): AppError {
  return new AppError('config_invalid', message('service.authorities', { reason }), {
    subject: message('subject.authorities'),
  });
}
