import { expect, test } from 'vitest'
import { addressesIn, faultOf, pastedAddresses } from './addresses.ts'
import { stateOf, statusOf } from './states.ts'

test.each([
  ['Jana@X.example, ole@x.example;jana@x.example', ['jana@x.example', 'ole@x.example']],
  ['<ada@x.example>', ['ada@x.example']],
  ['  ', []],
])('%j holds the addresses %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})

test('names around pasted addresses are left out', () => {
  expect(pastedAddresses('Ada Byron <ada@x.example>, "Ole" <ole@x.example>')).toEqual(['ada@x.example', 'ole@x.example'])
  expect(pastedAddresses('nothing here')).toEqual(['nothing', 'here'])
})

test.each([
  ['jana@x.example', undefined],
  ['jana@x', 'wrong'],
  ['jana', 'wrong'],
  ['mateo@x.example', 'member'],
  ['hanna@x.example', 'invited'],
])('%s: %s', (address, fault) => {
  expect(faultOf(address, new Set(['mateo@x.example']), new Set(['hanna@x.example']))).toBe(fault)
})

test('an invitation whose time is over is told as that', () => {
  const now = new Date('2026-03-01T00:00:00Z')
  expect(stateOf({ status: 'pending', expiresAt: '2026-03-01T00:00:00Z' }, now)).toBe('expired')
  expect(stateOf({ status: 'pending', expiresAt: '2026-03-01T00:00:01Z' }, now)).toBe('pending')
  expect(stateOf({ status: 'accepted', expiresAt: '2026-02-01T00:00:00Z' }, now)).toBe('accepted')
  expect([statusOf('expired'), statusOf(undefined), statusOf('canceled')]).toEqual(['pending', undefined, 'canceled'])
})
