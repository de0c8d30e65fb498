import { BlockList, isIP } from 'node:net';

/** Whether a canonical address is within networks such as `203.0.113.0/24`; null as networks: from anywhere, as an address: not known. */
export function createNetworkCheck(networks: readonly string[] | null): (address: string | null) => boolean {
  if (networks === null) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== null && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
