import { expect, test } from 'vitest'
import { differencesOf } from './differences.ts'

test('each field that differs is named by its path', () => {
  const before = { type: 'order.updated', data: { status: 'pending', items: [{ amount: 1 }, { amount: 2 }], note: null } }
  const after = { type: 'order.updated', data: { status: 'paid', items: [{ amount: 1 }, { amount: 3 }], paid: true, note: null } }
  expect(differencesOf(before, after)).toEqual([
    { path: 'data.status', before: 'pending', after: 'paid' },
    { path: 'data.items[1].amount', before: 2, after: 3 },
    { path: 'data.paid', before: undefined, after: true },
  ])
})

test('values of different kinds differ as a whole, and equal ones do not', () => {
  expect(differencesOf({ a: [] }, { a: {} })).toEqual([{ path: 'a', before: [], after: {} }])
  expect(differencesOf({ a: null }, { a: { b: 1 } })).toEqual([{ path: 'a', before: null, after: { b: 1 } }])
  expect(differencesOf({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([])
  expect(differencesOf({ a: [1, 2] }, { a: [1] })).toEqual([{ path: 'a[1]', before: 2, after: undefined }])
})
