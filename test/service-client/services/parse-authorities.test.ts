import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAuthorities } from '../../../src-main/service-client/services/parse-authorities.ts';
import { makeCertificate } from '../../helpers/service/tls-service.ts';

describe('the certificate file of a service', () => {
  it('keeps its certificates in their order, and nothing else', () => {
    const [one, two] = [makeCertificate(), makeCertificate()];
    const text = `Bag Attributes\r\n${one.key}${one.cert.replaceAll('\n', '\r\n')}\n# second\n${two.cert}${two.key}`;
    expect(parseAuthorities(text)).toBe(one.cert + two.cert);
  });

  it.each([
    ['is empty', () => '', 'no certificate'],
    ['is binary', () => readFileSync(process.execPath).subarray(0, 50_000).toString('latin1'), 'no certificate'],
    ['holds only a key', () => makeCertificate().key, 'no certificate'],
    ['is cut off', () => makeCertificate().cert.slice(0, 300), 'damaged'],
    ['has a changed byte', () => makeCertificate().cert.replace('MII', 'MIJ'), 'damaged'],
    ['repeats its header', () => '-----BEGIN CERTIFICATE-----'.repeat(3_000), 'damaged'],
  ])('that %s is refused', (_, make, reason) => {
    const text = make();
    expect(() => parseAuthorities(text)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    expect(() => parseAuthorities(text)).toThrow(reason);
  });

  it('that has expired is refused', () => {
    const { cert } = makeCertificate();
    expect(() => parseAuthorities(cert, Date.now() + 2 * 24 * 60 * 60 * 1000)).toThrow('expired');
  });
});
