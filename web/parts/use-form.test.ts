import { expect, test } from 'vitest'
import { rowFaults } from './use-form.ts'

const [seats, plan] = [
  { id: 'a', key: '', value: '5' },
  { id: 'b', key: '', value: 'pro' },
]
const ofPairs = { a: 'Enter a key.', b: 'Enter a key.' }

test('the fault of a row ends when this row changes or is removed', () => {
  expect(rowFaults(ofPairs, [seats, plan], [{ ...seats, key: 'seats' }, plan])).toEqual({ b: 'Enter a key.' })
  expect(rowFaults(ofPairs, [seats, plan], [plan])).toEqual({ b: 'Enter a key.' })
  expect(rowFaults(ofPairs, [seats, plan], [])).toBeUndefined()
})

test('the fault of a single value ends with any change', () => {
  expect(rowFaults('Enter a name.', '', 'a')).toBeUndefined()
})
