import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutReferences, withReferences } from './references.ts'

const order = { id: '<id 1>', status: 'pending', amount: 4900, customer: null }

test('an object that appears again is written with the fields that have changed since', () => {
  const paid = { ...order, status: 'paid' }
  expect(withReferences([order, order, paid, paid])).toEqual([
    order,
    { again: '<id 1>' },
    { again: '<id 1>', status: 'paid' },
    { again: '<id 1>' },
  ])
})

test('an object with other fields is written whole, and both are referred to', () => {
  const short = { id: '<id 1>', status: 'pending', amount: 4900, number: 'GG-0001' }
  expect(withReferences([order, short, order, short])).toEqual([order, short, { again: '<id 1>' }, { again: '<id 1> shape 2' }])
})

test('objects inside of objects are referred to, too', () => {
  const customer = { id: '<id 2>', email: 'ada@golden.example', name: 'Ada', tax_id: null }
  const sold = { ...order, customer }
  const renamed = { ...order, customer: { ...customer, name: 'Bea' } }
  expect(withReferences([sold, renamed])).toEqual([sold, { again: '<id 1>', customer: { again: '<id 2>', name: 'Bea' } }])
})

test('a reference to an object that is not above is refused', () => {
  expect(() => withoutReferences([{ again: '<id 7>' }])).toThrow('No object above is named <id 7>.')
})

test('what is written with references is read as it was', () => {
  const leaf = fc.constantFrom(null, 1, 'a', true)
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, tie('object'), fc.array(tie('value'), { maxLength: 4 })),
    object: fc.record(
      { id: fc.constantFrom('<id 1>', '<id 2>'), a: tie('value'), b: tie('value'), c: tie('value'), d: leaf },
      { requiredKeys: ['id', 'a'] },
    ),
  }))
  const readsAsWritten = (each: unknown) => void expect(withoutReferences(withReferences(each))).toEqual(each)
  fc.assert(fc.property(value, readsAsWritten))
})
