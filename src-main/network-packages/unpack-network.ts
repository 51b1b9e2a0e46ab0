import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { AppError } from '../../src-shared/base/errors.ts';
import { message } from '../../src-shared/messages/message.ts';
import { OWNER_ONLY } from '../base/files/durable-file.ts';
import { hashFile } from '../base/files/hash-file.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { toInstallError } from './install-error.ts';
import type { OfferedNetwork } from './offered-network.ts';

/** Largest text of a license; the AGPL has 34 KB. */
const MAX_LICENSE_BYTES = 256 * 1024;
const MAX_ENTRIES = 1_000;

/** What an archive contains of a network. */
export interface UnpackedNetwork {
  /** The texts of the licenses by their entries. */
  readonly licenses: ReadonlyMap<string, Uint8Array>;
}

/**
 * Unpacks the model of a network from a checked archive to a file, and the texts of its licenses; with `modelFile` null
 * only those. Files are named by the caller, never by the archive. Throws `network_not_installed`, or the signal's reason.
 */
export async function unpackNetwork(
  network: OfferedNetwork,
  archive: string,
  modelFile: string | null,
  signal: AbortSignal,
): Promise<UnpackedNetwork> {
  const { model, licenseEntries } = network;
  const output = modelFile === null ? null : await open(modelFile, 'wx', OWNER_ONLY);
  const licenses = new Map<string, Uint8Array>();
  const missing = new Set([...licenseEntries, ...(output ? model.entries : [])]);
  try {
    let entries = 0;
    for await (const entry of readEntries(network, archive, signal)) {
      const { name, type = 'file' } = entry.header;
      if (++entries > MAX_ENTRIES) throw toInstallError(network, message('network-package.not-unpacked'));
      const part = model.entries.indexOf(name);
      if (type !== 'file' || !missing.delete(name)) await skip(entry);
      else if (part === -1) licenses.set(name, await readLicense(network, entry));
      else if (output) await writePart(network, entry, output, part);
    }
    await output?.sync();
  } catch (error) {
    signal.throwIfAborted();
    const known = toDiskError(error, modelFile ?? archive);
    throw known instanceof AppError ? known : toInstallError(network, message('network-package.not-unpacked'), error);
  } finally {
    await output?.close();
  }
  const [file] = missing;
  if (file !== undefined) throw toInstallError(network, message('network-package.missing', { file }));
  if (modelFile !== null) await checkModel(network, modelFile);
  return { licenses };
}

/** The entries of an archive in their order; the body of each is read before the next one. */
function readEntries(network: OfferedNetwork, archive: string, signal: AbortSignal): AsyncIterable<ParsedTarEntry> {
  const { unpackedBytes: max } = network.package;
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.byteLength;
      if (bytes <= max) done(null, chunk);
      else done(toInstallError(network, message('network-package.too-large', { max })));
    },
  });
  const source = createReadStream(archive, { signal });
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  gunzip.on('error', (error) => limit.destroy(error));
  limit.on('close', () => {
    source.destroy();
    gunzip.destroy();
  });
  const unpacked = Readable.toWeb(source.pipe(gunzip).pipe(limit)) as ReadableStream<Uint8Array>;
  return unpacked.pipeThrough(createTarDecoder({ strict: true })) as AsyncIterable<ParsedTarEntry> &
    ReadableStream<ParsedTarEntry>;
}

/** Reads a body to its end: cancelling one that is buffered already would end the next one (modern-tar 0.8.6). */
async function skip({ body }: ParsedTarEntry): Promise<void> {
  for await (const chunk of body) void chunk;
}

async function readLicense(network: OfferedNetwork, { header, body }: ParsedTarEntry): Promise<Uint8Array> {
  if (header.size > MAX_LICENSE_BYTES) {
    throw toInstallError(network, message('network-package.too-large', { max: MAX_LICENSE_BYTES }));
  }
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** Writes an entry to its place in the model: the archive has them in another order. */
async function writePart(
  network: OfferedNetwork,
  { header, body }: ParsedTarEntry,
  output: FileHandle,
  part: number,
): Promise<void> {
  const { entryBytes: max } = network.model;
  if (header.size > max) throw toInstallError(network, message('network-package.too-large', { max }));
  let position = part * max;
  for await (const chunk of body) position += (await writeAll(output, chunk, position)).length;
}

async function writeAll(output: FileHandle, chunk: Uint8Array, position: number): Promise<Uint8Array> {
  for (let done = 0; done < chunk.byteLength;) {
    done += (await output.write(chunk, done, chunk.byteLength - done, position + done)).bytesWritten;
  }
  return chunk;
}

async function checkModel(network: OfferedNetwork, file: string): Promise<void> {
  const { sha256 } = await hashFile(file);
  if (sha256 !== network.model.sha256) throw toInstallError(network, message('network-package.other-model'));
}
