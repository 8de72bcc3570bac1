import { expect, test } from 'vitest'
import { type EmailReturn, mayReturn } from './rules.ts'

const link = (id: string, email: string, replacedBy: string): EmailReturn => ({
  id,
  organizationId: 'o',
  customerId: 'c',
  email,
  replacedBy,
})
const first = link('1', 'a@x.io', 'b@x.io')
const second = link('2', 'b@x.io', 'c@x.io')

test.each([
  ['the only change', first, [first], 'b@x.io', true],
  ['the first of two changes', first, [first, second], 'c@x.io', true],
  ['the last of two changes', second, [first, second], 'c@x.io', true],
  ['a change after which the merchant stated an email', first, [first], 'd@x.io', false],
  ['a change that was taken back', second, [first], 'a@x.io', false],
])('%s is taken back, or not: %#', (_, taken, links, present, expected) => {
  expect(mayReturn(taken, links, present)).toBe(expected)
})
