import { expect, test } from 'vitest'
import type { LiveConditions } from './model.ts'
import { checkLive } from './rules.ts'

const ready: LiveConditions = {
  merchant: { email: 'help@northwind.example', statementName: 'NORTHWIND' },
  isProcessorReady: true,
  isReachable: true,
  outsideGrants: 0,
}
const open = (conditions: LiveConditions) => checkLive(conditions).flatMap(({ name, isDone }) => (isDone ? [] : [name]))

test('a merchant that is ready has no open check', () => {
  expect(open(ready)).toEqual([])
})

test.each([
  ['no support address', { merchant: { ...ready.merchant, email: null } }, 'business_details'],
  ['no name on statements', { merchant: { ...ready.merchant, statementName: null } }, 'statement_name'],
  ['no processor that accepts the keys', { isProcessorReady: false }, 'processor'],
  ['a server that buyers cannot reach', { isReachable: false }, 'domain'],
  ['a test customer with a role at Discord', { outsideGrants: 1 }, 'outside_access'],
] as const)('with %s one check is open', (_, change, check) => {
  expect(open({ ...ready, ...change })).toEqual([check])
})
