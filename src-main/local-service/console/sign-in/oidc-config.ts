import { z } from 'zod';
import { isLoopbackHost } from '../../../base/network/host-name.ts';

/** Sign-in to the console with an OpenID Connect provider. */
export const oidcConfig = z
  .strictObject({
    /** Issuer identifier, such as `https://login.example.org/realms/studio`. */
    issuer: z.string().refine(isIssuer, 'must be an https URL, or an http URL on this computer'),
    clientId: z.string().min(1),
    /** File with the client secret. A relative path is resolved like `dataDir`. */
    clientSecretFile: z.string().min(1),
    /** What is asked of the provider. */
    scope: z.string().min(1).default('openid email'),
    /** People who may sign in, by verified e-mail address. */
    allowedEmails: z.array(z.email()).min(1).optional(),
    /** A group whose members may sign in, by the claim `groups`. */
    allowedGroup: z.string().min(1).optional(),
  })
  .refine(({ allowedEmails, allowedGroup }) => allowedEmails !== undefined || allowedGroup !== undefined, {
    path: ['allowedEmails'],
    message: 'or allowedGroup is required: it names who may sign in',
  });

/** Sign-in to the console with an OpenID Connect provider. */
export type OidcConfig = Readonly<z.output<typeof oidcConfig>>;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  return (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) && search === '' && hash === '';
}
