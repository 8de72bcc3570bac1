import { expect, test } from 'vitest'
import { DEFAULT_TAX_SETTINGS, NO_BUSINESS_DETAILS } from '#merchant/merchants/model.ts'
import type { LiveConditions } from './model.ts'
import { checkLive } from './rules.ts'

const ready: LiveConditions = {
  merchant: {
    email: 'help@northwind.example',
    statementName: 'NORTHWIND',
    businessDetails: {
      ...NO_BUSINESS_DETAILS,
      legalName: 'Northwind Tools BV',
      address: { line1: 'Keizersgracht 1', line2: null, postalCode: '1015 CC', city: 'Amsterdam', state: null, country: 'NL' },
    },
    taxSettings: { ...DEFAULT_TAX_SETTINGS, origin: 'NL' },
  },
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
  ['no seat on invoices', { merchant: { ...ready.merchant, businessDetails: NO_BUSINESS_DETAILS } }, 'business_details'],
  ['no country of the business', { merchant: { ...ready.merchant, taxSettings: DEFAULT_TAX_SETTINGS } }, 'taxes'],
  ['no name on statements', { merchant: { ...ready.merchant, statementName: null } }, 'statement_name'],
  ['no processor that accepts the keys', { isProcessorReady: false }, 'processor'],
  ['a server that buyers cannot reach', { isReachable: false }, 'domain'],
  ['a test customer with a role at Discord', { outsideGrants: 1 }, 'outside_access'],
] as const)('with %s one check is open', (_, change, check) => {
  expect(open({ ...ready, ...change })).toEqual([check])
})
