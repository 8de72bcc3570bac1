import { expect, test } from 'vitest'
import { clientIpAddress } from './client-ip-address.ts'

const noProxy = { hops: 0, networks: [] }
const loopback = { hops: 0, networks: ['127.0.0.0/8', '::1/128'] }
const private10 = { hops: 0, networks: ['127.0.0.0/8', '10.0.0.0/8'] }

test.each([
  ['a forwarded IP address is ignored while no proxy is trusted', '203.0.113.9', '198.51.100.1', noProxy, '203.0.113.9'],
  ['a trusted proxy names the client', '127.0.0.1', '198.51.100.1', loopback, '198.51.100.1'],
  ['an entry that the client wrote itself is not trusted', '127.0.0.1', '1.1.1.1, 198.51.100.1', loopback, '198.51.100.1'],
  ['consecutive trusted proxies are skipped', '127.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.3', private10, '198.51.100.1'],
  ['one hop takes the right-most entry', '203.0.113.9', '1.1.1.1, 198.51.100.1', { hops: 1, networks: [] }, '198.51.100.1'],
  ['two hops take the one before', '203.0.113.9', '1.1.1.1, 198.51.100.1', { hops: 2, networks: [] }, '1.1.1.1'],
  ['more hops than entries take the left-most entry', '203.0.113.9', '198.51.100.1', { hops: 5, networks: [] }, '198.51.100.1'],
  ['the search ends at the proxy that wrote an invalid entry', '127.0.0.1', '198.51.100.1, unknown', loopback, '127.0.0.1'],
  ['an entry with a port is invalid', '127.0.0.1', '198.51.100.1:4711', loopback, '127.0.0.1'],
  ['the left-most entry is taken when all entries are proxies', '127.0.0.1', '127.0.0.2', loopback, '127.0.0.2'],
  ['an IPv4-mapped IPv6 address becomes the IPv4 address', '::ffff:203.0.113.9', undefined, noProxy, '203.0.113.9'],
  ['an IPv6 address is normalized', '2001:DB8:0:0::0001', undefined, noProxy, '2001:db8::1'],
  [
    'a chain that is too long to cache names the client as well',
    '127.0.0.1',
    `${'1.1.1.1, '.repeat(100)}198.51.100.1`,
    loopback,
    '198.51.100.1',
  ],
  ['a socket without an IP address gives an empty string', undefined, '198.51.100.1', loopback, ''],
])('%s', (_, socket, forwarded, proxies, expected) => {
  expect(clientIpAddress(socket, forwarded, proxies)).toBe(expected)
})
