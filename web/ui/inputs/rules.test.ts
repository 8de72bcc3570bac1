import { expect, test } from 'vitest'
import { check, chosen, email, filled, matching, webUrl } from './rules.ts'

test.each([
  [filled('x'), 'a', true],
  [filled('x'), '  ', false],
  [email('x'), 'ada@northwind.example', true],
  [email('x'), ' ada@northwind.example ', true],
  [email('x'), '', true],
  [email('x'), 'ada@northwind', false],
  [email('x'), 'ada', false],
  [webUrl('x'), 'https://northwind.example/thanks?id={ID}', true],
  [webUrl('x'), '', true],
  [webUrl('x'), 'northwind.example', false],
  [webUrl('x'), 'javascript:alert(1)', false],
  [webUrl('x'), 'https://', false],
  [matching(/^[a-z]+$/, 'x'), 'abc', true],
  [matching(/^[a-z]+$/, 'x'), 'ABC', false],
])('rule %#: whether %j is allowed is %j', (rule, value, isAllowed) => {
  expect(rule(value) === undefined).toBe(isAllowed)
})

test('one of several must be chosen, in a list or a set', () => {
  expect([chosen('x')([]), chosen('x')(new Set()), chosen('x')(['a']), chosen('x')(new Set('a'))]).toEqual(['x', 'x', undefined, undefined])
})

test('of several rules for a field the first that fails counts', () => {
  const rules = { email: [filled('missing'), email('invalid')] }
  expect(check(rules, { email: '' })).toEqual({ email: 'missing' })
  expect(check(rules, { email: 'ada' })).toEqual({ email: 'invalid' })
  expect(check(rules, { email: 'ada@northwind.example' })).toBeNull()
})

test('a rule sees the values of the other fields', () => {
  const rules = {
    again: (again: string, { password }: { password: string; again: string }) => (again === password ? undefined : 'differs'),
  }
  expect(check(rules, { password: 'a', again: 'b' })).toEqual({ again: 'differs' })
})
