import { expect, test } from 'vitest'
import { check } from '#web/ui/inputs/rules.ts'
import { limitsForm } from './limits.ts'

const key = { limitActivations: 5, limitUsage: null, usage: 7, expiresAt: null }
const values = limitsForm.valuesOf(key)

test.each([
  [{}, {}],
  [{ limitActivations: '10' }, { limitActivations: 10 }],
  [{ limitActivations: '' }, { limitActivations: null }],
])('with %j only %j is sent, so that uses counted meanwhile stay', (change, changes) => {
  expect(limitsForm.changes({ ...values, ...change }, key)).toEqual(changes)
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
  expect(check(limitsForm.rules, { ...values, [name]: text }) === null).toBe(isValid)
})
