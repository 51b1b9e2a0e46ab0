import { AppError } from '../../src-shared/base/errors.ts';
import { isHttpsOrOwn } from '../base/network/is-https-or-own.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Subject of errors about the address. */
const SUBJECT = message('subject.update-feed');

/**
 * Normalises the folder address of a feed: https (http only on this computer), without user name, query or file name, with
 * a trailing slash. Returns null for an empty text. Throws `config_invalid`.
 */
export function parseFeedAddress(input: string): string | null {
  const text = input.trim().replace(/latest(?:-mac|-linux(?:-\w+)?)?\.yml$/i, '');
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    url.hostname === '' ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new AppError('config_invalid', message('updates.address-form'), {
      subject: SUBJECT,
    });
  }
  if (!isHttpsOrOwn(url)) {
    throw new AppError('config_invalid', message('updates.https-only'), {
      subject: SUBJECT,
    });
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** The page of a release for people: releases of GitHub show none in the folder of their files. */
export function toReleasePage(feed: string): string {
  return feed.replace(/(\/releases\/latest)\/download\/$/, '$1');
}
