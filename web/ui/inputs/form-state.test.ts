import { expect, test } from 'vitest'
import { afterAttempt, afterBlur, afterChange, isFaulty, untouched } from './form-state.ts'

const faults = { name: 'Enter a name.', amount: 'The minimum is $0.50.' }

test('the fault of a field ends when the field changes, and the others stay', () => {
  const state = afterChange(afterAttempt(untouched, faults), ['amount'])
  expect(state.faults).toEqual({ name: faults.name })
})

test('a changed field is checked when it loses the focus, and only this field', () => {
  const state = afterBlur(afterChange(untouched, ['amount']), 'amount', faults)
  expect(state.faults).toEqual({ amount: faults.amount })
})

test('a field that was not changed is not checked when it loses the focus', () => {
  expect(afterBlur(untouched, 'name', faults)).toBe(untouched)
})

test('a field that is valid again when it loses the focus has no fault', () => {
  const refused = afterBlur(afterChange(untouched, ['name']), 'name', faults)
  expect(isFaulty(refused.faults)).toBe(true)
  expect(isFaulty(afterBlur(refused, 'name', {}).faults)).toBe(false)
})

test('only a failed attempt counts as an attempt, which moves the focus', () => {
  const state = afterBlur(afterChange(untouched, ['name']), 'name', faults)
  expect(state.attempts).toBe(0)
  expect(afterAttempt(state, faults).attempts).toBe(1)
})
