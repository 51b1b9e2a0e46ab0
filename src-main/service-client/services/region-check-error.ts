import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Converts the error of checking a region, which is not repeated; names the address if no service answered there. */
export function toRegionCheckError(thrown: unknown, baseUrl: string): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  if (isForeignResponse(thrown)) {
    return new AppError('config_invalid', message('service.none-at-address'), { subject: baseUrl, cause: thrown });
  }
  const { code, detail, subject, requestId } = thrown;
  return new AppError(code, detail, { subject, requestId, cause: thrown });
}

/** True if something other than the service responded, such as a web page. Gateways of a service report faults as 5xx. */
function isForeignResponse({ code, detail }: AppError): boolean {
  if (code !== 'service_error' || typeof detail === 'string') return false;
  if (detail.id === 'service.unexpected-response') return true;
  const status = detail.id === 'result.status' ? Number(detail.params?.['status']) : 500;
  return status < 500 && status !== 408;
}
