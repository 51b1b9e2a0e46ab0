import { packageLabel, type OfferedNetwork } from '../../../network-packages/offered-network.ts';

/** The licenses of a network, which are shown before they are accepted. */
export function describeLicenses(network: OfferedNetwork): string {
  const { id, title, licenses, package: archive } = network;
  const lines = [
    `${title}: npm package ${packageLabel(network)}, ${formatMegabytes(archive.bytes)}`,
    ...licenses.map(({ of, name, link }) => `License of the ${of}: ${name}, ${link}`),
    `Only the network and the texts of the licenses are installed. To read them: dropforge networks install ${id} --show-license`,
  ];
  return `${lines.join('\n')}\n`;
}

/** A size in powers of ten, as file managers show it. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
