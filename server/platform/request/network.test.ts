import { expect, test } from 'vitest'
import { isLoopback, networkOf, widerNetworksOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
])('%s is counted under %s', (ipAddress, network) => {
  expect(networkOf(ipAddress)).toBe(network)
})

test.each([
  ['203.0.113.9', ['203.0.112.0/20', '203.0.0.0/16']],
  ['::ffff:203.0.113.9', ['203.0.112.0/20', '203.0.0.0/16']],
  ['2001:db8:1:2a3:4:5:6:7', ['2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['', []],
])('%s is also counted under %j', (ipAddress, networks) => {
  expect(widerNetworksOf(ipAddress).map(({ network }) => network)).toEqual(networks)
})

test('all loopback addresses are recognized', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.1', '', 'x'].filter(isLoopback)).toEqual([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
  ])
})
