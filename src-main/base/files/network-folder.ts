import { statfs } from 'node:fs/promises';

/** File system types of network file systems (statfs(2)): NFS, SMB, SMB2, CIFS, 9P, FUSE, Coda, AFS, Ceph. */
const NETWORK_TYPES: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x65735546, 0x73757245, 0x5346414f, 0x00c36400,
]);

/** Returns true if a folder is on a network share. Throws system errors, for example for a missing folder. */
export async function isOnNetwork(
  folder: string,
  readFileSystem: (folder: string) => Promise<{ readonly type: number }> = statfs,
): Promise<boolean> {
  // Windows identifies shares by their path; other systems by the file system type.
  if (folder.startsWith('\\\\')) return true;
  const { type } = await readFileSystem(folder);
  return NETWORK_TYPES.has(type);
}
