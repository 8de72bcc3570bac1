import { expect, test } from 'vitest'
import { isLoopback, networkOf } from './network.ts'

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', 'unknown'],
])('%s is counted under %s', (ipAddress, network) => {
  expect(networkOf(ipAddress)).toBe(network)
})

test('all loopback addresses are recognized', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '10.0.0.1', '', 'x'].filter(isLoopback)).toEqual([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
  ])
})
