import { expect, test } from 'vitest'
import { currentFaults } from './current-faults.ts'

const [seats, plan] = [
  { id: 'a', key: '', value: '5' },
  { id: 'b', key: '', value: 'pro' },
]
const values = { name: '', amount: 20, pairs: [seats, plan] }
const faults = { name: 'Enter a name.', amount: 'The minimum is $0.50.', form: 'Not saved.' }

test('a fault ends when the value of its field changes, and the others stay', () => {
  expect(currentFaults(faults, values, { ...values, amount: 8900 })).toEqual({ name: faults.name, form: faults.form })
  expect(currentFaults(faults, values, values)).toEqual(faults)
})

test('the fault of a pair ends when this pair changes or is removed', () => {
  const ofPairs = { pairs: { a: 'Enter a key.', b: 'Enter a key.' } }
  const changed = { ...values, pairs: [{ ...seats, key: 'seats' }, plan] }
  expect(currentFaults(ofPairs, values, changed)).toEqual({ pairs: { b: 'Enter a key.' } })
  expect(currentFaults(ofPairs, values, { ...values, pairs: [] })).toEqual({})
})
