import { expect, test } from 'vitest'
import { isLimit, limitChanges, limitsOf } from './limits-values.ts'

const key = { limitActivations: 5, limitUsage: null, usage: 7, expiresAt: null }

test('only the fields that differ are sent, so that uses counted meanwhile stay', () => {
  expect(limitChanges(limitsOf(key), key)).toEqual({})
  expect(limitChanges({ ...limitsOf(key), limitActivations: '10' }, key)).toEqual({ limitActivations: 10 })
})

test('an empty field removes a limit', () => {
  expect(limitChanges({ ...limitsOf(key), limitActivations: '' }, key)).toEqual({ limitActivations: null })
})

test.each([
  ['limitActivations', '', true],
  ['limitActivations', '0', false],
  ['limitActivations', '1001', false],
  ['limitUsage', '2147483647', true],
  ['usage', '', false],
  ['usage', '0', true],
  ['usage', '1.5', false],
] as const)('%s "%s" is valid: %s', (name, text, isValid) => {
  expect(isLimit(name, text)).toBe(isValid)
})
