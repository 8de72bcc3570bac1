import { expect, test } from 'vitest'
import { clientAddress, isLoopback, networkOf } from './address.ts'

const nobody = { hops: 0, networks: [] }
const loopback = { hops: 0, networks: ['127.0.0.0/8', '::1/128'] }
const private10 = { hops: 0, networks: ['127.0.0.0/8', '10.0.0.0/8'] }

test.each([
  ['a forwarded address counts nothing while no proxy is trusted', '203.0.113.9', '198.51.100.1', nobody, '203.0.113.9'],
  ['a trusted proxy names the client', '127.0.0.1', '198.51.100.1', loopback, '198.51.100.1'],
  ['what the client wrote itself is not believed', '127.0.0.1', '1.1.1.1, 198.51.100.1', loopback, '198.51.100.1'],
  ['trusted proxies in a row are passed over', '127.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.3', private10, '198.51.100.1'],
  ['one hop takes the right-most entry', '203.0.113.9', '1.1.1.1, 198.51.100.1', { hops: 1, networks: [] }, '198.51.100.1'],
  ['two hops take the one before', '203.0.113.9', '1.1.1.1, 198.51.100.1', { hops: 2, networks: [] }, '1.1.1.1'],
  ['more hops than entries end at the left', '203.0.113.9', '198.51.100.1', { hops: 5, networks: [] }, '198.51.100.1'],
  ['an entry that is no address ends at the proxy', '127.0.0.1', '198.51.100.1, unknown', loopback, '127.0.0.1'],
  ['an entry with a port is no address', '127.0.0.1', '198.51.100.1:4711', loopback, '127.0.0.1'],
  ['all proxies: the left-most', '127.0.0.1', '127.0.0.2', loopback, '127.0.0.2'],
  ['a mapped address is the plain one', '::ffff:203.0.113.9', undefined, nobody, '203.0.113.9'],
  ['IPv6 is spelled in one way', '2001:DB8:0:0::0001', undefined, nobody, '2001:db8::1'],
  ['no address stays none', undefined, '198.51.100.1', loopback, ''],
])('%s', (_, socket, forwarded, proxies, expected) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(expected)
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
])('%s is counted under %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('this machine is told by all its addresses', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.1', '', 'x'].filter(isLoopback)).toEqual([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
  ])
})
