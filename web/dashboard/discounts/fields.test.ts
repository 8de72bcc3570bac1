import { expect, test } from 'vitest'
import type { Discount } from '#client/index.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { basisPointsOf, discountForm, randomCode } from './fields.ts'

const discount: Discount = {
  id: 'one',
  status: 'active',
  createdAt: '2026-03-12T14:20:00Z',
  modifiedAt: null,
  organizationId: 'org',
  type: 'percentage',
  basisPoints: 2550,
  duration: 'repeating',
  durationInMonths: 3,
  name: 'Spring',
  code: 'SPRING',
  startsAt: null,
  endsAt: '2026-06-30T00:00:00.000Z',
  maxRedemptions: 10,
  redemptionsCount: 0,
  metadata: { seats: 3 },
  products: [],
}
const { valuesOf, creation, changes, rules } = discountForm
const values = valuesOf(discount)

test.each([
  ['25', 2500],
  ['0.01', 1],
  ['12,5', 1250],
  ['100', 10_000],
  ['100.01', null],
  ['0', null],
  ['-5', null],
  ['1.234', null],
  ['', null],
  ['1e1', null],
])('%j percent are %j hundredths of a percent', (text, points) => {
  expect(basisPointsOf(text)).toBe(points)
})

test('the form of a discount without a change sends nothing', () => {
  expect(changes(values, discount)).toEqual({})
})

test('only what was changed is sent, and an emptied field is null', () => {
  expect(changes({ ...values, code: ' ', maxRedemptions: '', basisPoints: '30' }, discount)).toEqual({
    code: null,
    maxRedemptions: null,
    basisPoints: 3000,
  })
})

test('a new discount is sent with the fields of its type', () => {
  const fixed = { ...valuesOf(null), name: ' Five off ', type: 'fixed' as const, amount: 500, currency: 'eur' }
  expect(creation(fixed, { organizationId: 'org' })).toEqual({
    organizationId: 'org',
    type: 'fixed',
    duration: 'once',
    name: 'Five off',
    code: null,
    amount: 500,
    currency: 'eur',
    startsAt: null,
    endsAt: null,
    maxRedemptions: null,
    products: [],
    metadata: {},
  })
})

test.each([
  [{ name: ' ' }, ['name']],
  [{ code: 'ab' }, ['code']],
  [{ code: 'two words' }, ['code']],
  [{ basisPoints: '' }, ['basisPoints']],
  [{ type: 'fixed' as const, amount: null }, ['amount']],
  [{ durationInMonths: '0' }, ['durationInMonths']],
  [{ duration: 'once' as const, durationInMonths: '0' }, []],
  [{ maxRedemptions: '1.5' }, ['maxRedemptions']],
  [{ startsAt: '2026-07-01T00:00', endsAt: '2026-07-01T00:00' }, ['endsAt']],
])('the form with %j has faults at %j', (changed, fields) => {
  const faults = Object.entries(check(rules, { ...values, ...changed }) ?? {})
  expect(faults.flatMap(([field, fault]) => (fault === undefined ? [] : [field]))).toEqual(fields)
})

test('a generated code is one that the form accepts', () => {
  expect(check(rules, { ...values, code: randomCode() })).toBeNull()
})
