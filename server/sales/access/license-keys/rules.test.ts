import { describe, expect, test } from 'vitest'
import { Refusal } from '#kernel/refusal.ts'
import { expiryOf, foldKey, licenseKeyOf, prefixOf, renewedExpiry } from './key-format.ts'
import type { StoredLicenseKey } from './model.ts'
import * as rules from './rules.ts'

const NOW = new Date('2026-03-12T14:20:00.000Z')
const LATER = new Date('2026-03-12T14:20:00.001Z')
const UUID = '3f2b8c1e-9d4a-4c6b-8e21-0a1b2c3d4e5f'
const properties = { prefix: null, expires: null, activations: null, limit_usage: null }

const key: StoredLicenseKey = {
  ...rules.create(
    { organizationId: 'o', customerId: 'c', benefitId: 'b', grantId: 'g', properties },
    { id: 'k', sealedKey: 'sealed', displayKey: '****-3D4E5F', now: NOW },
  ),
}

/** The outcome of a rule: its result, or the status and the further fields of its refusal. */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.code, ...(error.extra ? [error.extra] : [])]
    throw error
  }
}
const NOT_FOUND = [404, 'ResourceNotFound']

test.each([
  [null, UUID.toUpperCase()],
  ['  ', UUID.toUpperCase()],
  [' my-App ', `MY-APP-${UUID.toUpperCase()}`],
])('a key with the prefix %j is in upper case, and gives its prefix back', (prefix, expected) => {
  const formatted = licenseKeyOf(prefix, UUID)
  expect(formatted).toEqual({ key: expected, displayKey: '****-3D4E5F' })
  expect(licenseKeyOf(prefixOf(expected), UUID)).toEqual(formatted)
  expect(foldKey(` ${expected.toLowerCase()}\n`)).toBe(expected)
})

test.each([
  ['2025-01-31T09:00:00Z', { ttl: 1, timeframe: 'month' }, '2025-02-28T09:00:00Z'],
  ['2024-02-29T09:00:00Z', { ttl: 1, timeframe: 'year' }, '2025-02-28T09:00:00Z'],
  ['2025-02-15T09:00:00Z', { ttl: 30, timeframe: 'day' }, '2025-03-17T09:00:00Z'],
] as const)('a key granted at %s for %j expires at %s', (grantedAt, period, expected) => {
  expect(expiryOf(new Date(grantedAt), period)).toEqual(new Date(expected))
})

test('a renewal never makes a key expire earlier', () => {
  const present = new Date('2025-09-01T00:00:00Z')
  expect(renewedExpiry(present, new Date('2025-06-01T00:00:00Z'), { ttl: 1, timeframe: 'month' })).toBe(present)
})

test('a new key has the limits of its benefit', () => {
  const sold = {
    prefix: 'A',
    expires: { ttl: 1, timeframe: 'day' },
    activations: { limit: 3, enable_customer_admin: true },
    limit_usage: 9,
  } as const
  const created = rules.create({ ...key, properties: sold }, { id: 'k', sealedKey: 's', displayKey: 'd', now: NOW })
  expect(created).toMatchObject({
    status: 'granted',
    limitActivations: 3,
    limitUsage: 9,
    usage: 0,
    expiresAt: new Date('2026-03-13T14:20:00Z'),
  })
  expect(key).toMatchObject({ limitActivations: null, limitUsage: null, expiresAt: null })
})

describe('validate', () => {
  const plain = { conditions: {}, incrementUsage: 0 }
  const counted = { validations: 1, lastValidatedAt: NOW }
  test.each<[string, Partial<StoredLicenseKey>, Partial<rules.Validation>, unknown]>([
    ['a key', {}, {}, counted],
    ['a revoked key', { status: 'revoked' }, {}, NOT_FOUND],
    ['a disabled key', { status: 'disabled' }, {}, NOT_FOUND],
    ['a key that expires now', { expiresAt: NOW }, {}, NOT_FOUND],
    ['a key that expires in a millisecond', { expiresAt: LATER }, {}, counted],
    ['its benefit and customer', {}, { benefitId: 'b', customerId: 'c' }, counted],
    ['another benefit', {}, { benefitId: 'x' }, NOT_FOUND],
    ['another customer', {}, { customerId: 'x' }, NOT_FOUND],
    ['an unknown activation', {}, { activation: null }, NOT_FOUND],
    ['an activation and its conditions', {}, { activation: { conditions: { a: 1, b: 'x' } }, conditions: { b: 'x', a: 1 } }, counted],
    ['an activation with other conditions', {}, { activation: { conditions: { a: 1 } }, conditions: { a: '1' } }, NOT_FOUND],
    ['an activation without its conditions', {}, { activation: { conditions: { a: 1 } } }, NOT_FOUND],
    ['conditions without an activation', {}, { conditions: { a: 1 } }, counted],
    ['usage up to the limit', { usage: 95, limitUsage: 100 }, { incrementUsage: 5 }, { usage: 100 }],
    ['usage beyond the limit', { usage: 95, limitUsage: 100 }, { incrementUsage: 6 }, [400, 'BadRequest', { remaining: 5 }]],
    ['usage beyond a lowered limit', { usage: 95, limitUsage: 10 }, { incrementUsage: 1 }, [400, 'BadRequest', { remaining: 0 }]],
    ['no usage beyond the limit', { usage: 95, limitUsage: 10 }, {}, { usage: 95 }],
    ['usage without a limit', { usage: 5 }, { incrementUsage: 1000 }, { usage: 1005 }],
    ['more usage than can be counted', { usage: rules.COUNT_MAXIMUM }, { incrementUsage: 1 }, [400, 'BadRequest', { remaining: 0 }]],
    ['more validations than can be counted', { validations: rules.COUNT_MAXIMUM }, {}, { validations: rules.COUNT_MAXIMUM }],
  ])('%s', (_, present, validation, expected) => {
    const outcome = outcomeOf(() => rules.validate({ ...key, ...present }, { ...plain, ...validation }, NOW))
    if (Array.isArray(expected)) expect(outcome).toEqual(expected)
    else expect(outcome).toMatchObject(expected as object)
  })
})

test.each<[string, Partial<StoredLicenseKey>, number, unknown]>([
  ['below the limit', { limitActivations: 3 }, 2, 3],
  ['at the limit', { limitActivations: 3 }, 3, [403, 'NotPermitted']],
  ['beyond a lowered limit', { limitActivations: 1 }, 3, [403, 'NotPermitted']],
  ['without a limit', {}, 0, [403, 'NotPermitted']],
  ['of a revoked key without a limit', { status: 'revoked' }, 0, NOT_FOUND],
  ['of an expired key', { limitActivations: 3, expiresAt: NOW }, 0, NOT_FOUND],
])('an activation %s', (_, present, activations, expected) => {
  expect(outcomeOf(() => rules.activate({ ...key, ...present, activations }, NOW))).toEqual(expected)
})

test('only an activation of a usable key is removed', () => {
  expect(outcomeOf(() => rules.deactivate(key, 'it', NOW))).toBe('it')
  expect(outcomeOf(() => rules.deactivate(key, undefined, NOW))).toEqual(NOT_FOUND)
  expect(outcomeOf(() => rules.deactivate({ ...key, status: 'revoked' }, 'it', NOW))).toEqual(NOT_FOUND)
})

test('a key that was revoked with its grant is granted again, and one that the merchant revoked or disabled stays', () => {
  const revoked = rules.revokeWithGrant(key, NOW)
  expect(revoked).toMatchObject({ status: 'revoked', isRevokedWithGrant: true })
  expect(rules.grantAgain(revoked, properties, LATER)).toMatchObject({ status: 'granted', isRevokedWithGrant: false })
  for (const stored of [rules.revoke(key, NOW), { ...key, status: 'disabled' as const }])
    expect(rules.revokeWithGrant(stored, LATER)).toBe(stored)
})

test.each<[string, Partial<StoredLicenseKey>, string]>([
  ['a key', { expiresAt: NOW }, '2026-04-12T14:20:00.000Z'],
  ['a disabled key', { expiresAt: NOW, status: 'disabled' }, '2026-04-12T14:20:00.000Z'],
  ['a revoked key', { expiresAt: NOW, status: 'revoked' }, NOW.toISOString()],
  ['a key that lasts longer', { expiresAt: new Date('2027-01-01T00:00:00.000Z') }, '2027-01-01T00:00:00.000Z'],
])('after a renewal %s expires at the later time', (_, present, expected) => {
  const renewed = rules.renew({ ...key, ...present }, { ...properties, expires: { ttl: 1, timeframe: 'month' } }, NOW)
  expect(renewed.expiresAt?.toISOString()).toBe(expected)
  expect(rules.renew({ ...key, ...present }, properties, NOW)).toEqual({ ...key, ...present })
})

test('an update changes what it names, removes limits by null, and is none where nothing differs', () => {
  const limited = { ...key, limitActivations: 3, limitUsage: 10, expiresAt: NOW }
  expect(rules.update(limited, {}, LATER)).toBe(limited)
  expect(rules.update(limited, { status: null, usage: 0 }, LATER)).toBe(limited)
  const changes = { status: 'disabled', usage: 4, limitActivations: null, limitUsage: null, expiresAt: null } as const
  expect(rules.update(limited, changes, LATER)).toEqual({ ...limited, ...changes, modifiedAt: LATER })
  expect(rules.update(rules.revokeWithGrant(key, NOW), { status: 'granted' }, LATER)).toMatchObject({ isRevokedWithGrant: false })
})

test('a replacement has the limits, the usage and the expiry of the key, and is granted', () => {
  const used = { ...key, status: 'disabled' as const, usage: 7, limitUsage: 9, limitActivations: 2, validations: 5, expiresAt: LATER }
  const next = rules.replace(used, { id: 'n', sealedKey: 's', displayKey: 'd', now: LATER })
  expect(next).toEqual({ ...used, id: 'n', sealedKey: 's', displayKey: 'd', status: 'granted', validations: 0, createdAt: LATER })
})
