import ipaddr from 'ipaddr.js';

/** Is this an address of the public internet? Mapped, translated and tunnelled IPv4 does not count as one. */
export function isPublicAddress(address: string): boolean {
  try {
    return ipaddr.process(address.split('%')[0] ?? '').range() === 'unicast';
  } catch (thrown) {
    if (thrown instanceof Error) return false; // what is no address is not public
    throw thrown;
  }
}

/** The address that a URL's host is, without brackets; undefined when the host is a name. */
export function addressIn(hostname: string): string | undefined {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(literal) ? literal : undefined;
}
