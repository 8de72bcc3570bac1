// The matrix of docs/guides/customers-and-addresses.md: who a purchase belongs to.
import { expect, test } from 'vitest'
import type { Customer, EmailSource } from './model.ts'
import { isForeignEmail, matchCustomer, newCustomer } from './rules.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const details = { name: null, billingAddress: null, taxId: null, metadata: {} }
const context = { organizationId: '0195894c-7a10-7000-8000-000000000002', now }

/** The customer of an address; `externalId` is that of the shop. */
function customerWith(id: string, fields: Pick<Customer, 'externalId'> & Partial<Customer>): Customer {
  const identity = { email: 'ada@x.io', hasEmail: true, isEmailTyped: true, ...details, ...fields }
  return { ...newCustomer(identity, { ...context, id }).next, ...fields }
}

const plain = customerWith('ada', { externalId: null })
const identified = customerWith('ada', { externalId: 'u-ada' })
/** A customer whom the shop knows by another id. */
const other = customerWith('bob', { externalId: 'u-bob', email: 'bob@x.io' })
/** A customer who has typed the address of Ada for an external id of theirs. */
const squatter = customerWith('eve', { externalId: 'u-eve', hasEmail: false })

const ADDED = 'new'
/** [whose word the address is, the external id of the shop, the customers, the owner, their external id, whether the session is limited] */
const matrix: readonly [EmailSource, string | null, readonly Customer[], string, string | null, boolean][] = [
  // Typed: the address of a known customer gives this order to them, and nothing else.
  ['typed', null, [], ADDED, null, false],
  ['typed', null, [plain], 'ada', null, true],
  ['typed', null, [identified], 'ada', 'u-ada', true],
  ['typed', 'u-new', [], ADDED, 'u-new', false],
  ['typed', 'u-new', [plain], ADDED, 'u-new', false],
  ['typed', 'u-new', [identified], ADDED, 'u-new', false],
  ['typed', 'u-ada', [identified], 'ada', 'u-ada', false],
  ['typed', 'u-bob', [plain, other], 'bob', 'u-bob', false],
  ['typed', 'u-bob', [identified, other], 'bob', 'u-bob', false],
  // Stated by the merchant's server.
  ['stated', null, [], ADDED, null, false],
  ['stated', null, [plain], 'ada', null, false],
  ['stated', null, [identified], 'ada', 'u-ada', false],
  ['stated', 'u-new', [], ADDED, 'u-new', false],
  ['stated', 'u-new', [plain], 'ada', 'u-new', false],
  ['stated', 'u-ada', [identified], 'ada', 'u-ada', false],
  ['stated', 'u-bob', [plain, other], 'bob', 'u-bob', false],
  ['stated', 'u-bob', [identified, other], 'bob', 'u-bob', false],
  // Verified by the buyer.
  ['verified', null, [], ADDED, null, false],
  ['verified', null, [plain], 'ada', null, false],
  ['verified', null, [identified], 'ada', 'u-ada', false],
  ['verified', 'u-new', [], ADDED, 'u-new', false],
  ['verified', 'u-new', [plain], 'ada', 'u-new', false],
  ['verified', 'u-new', [identified], ADDED, 'u-new', false],
  ['verified', 'u-ada', [identified], 'ada', 'u-ada', false],
  ['verified', 'u-bob', [plain, other], 'bob', 'u-bob', false],
  // An address that was typed for the external id of another buyer leads to no customer.
  ['typed', null, [squatter], ADDED, null, false],
  ['typed', 'u-ada', [squatter], ADDED, 'u-ada', false],
  ['stated', null, [squatter], ADDED, null, false],
  ['stated', 'u-ada', [squatter], ADDED, 'u-ada', false],
  ['stated', 'u-new', [squatter, plain], 'ada', 'u-new', false],
  ['verified', null, [squatter, plain], 'ada', null, false],
]

test.each(matrix)(
  'an address that is %s with the external id %j among %#',
  (emailSource, externalId, candidates, owner, expectedId, isLimited) => {
    const match = matchCustomer({ customerId: null, externalId, email: 'Ada@x.io', emailSource }, candidates)
    const found = match.kind === 'new' ? { owner: ADDED, isLimited: false } : { owner: match.customer.id, isLimited: match.isByTypedEmail }
    expect({ ...found, externalId: match.externalId }).toEqual({ owner, isLimited, externalId: expectedId })
  },
)

test.each<[EmailSource, string | null, readonly Customer[], boolean]>([
  ['stated', 'u-new', [identified], true],
  ['stated', 'u-new', [plain], false],
  ['stated', 'u-ada', [identified], false],
  ['stated', 'u-bob', [identified, other], false],
  ['stated', 'u-ada', [squatter], false],
  ['stated', null, [identified], false],
  ['typed', 'u-new', [identified], false],
  ['verified', 'u-new', [identified], false],
])('an address that is %s with the external id %j is refused: %#', (emailSource, externalId, candidates, expected) => {
  expect(isForeignEmail({ customerId: null, externalId, email: 'Ada@x.io', emailSource }, candidates)).toBe(expected)
})

test('a customer of an external id has an address only where it was not merely typed', () => {
  const addressOf = (emailSource: EmailSource, externalId: string | null, candidates: readonly Customer[] = []) => {
    const match = matchCustomer({ customerId: null, externalId, email: 'ada@x.io', emailSource }, candidates)
    return match.kind === 'new' ? [match.hasEmail, match.isEmailTyped] : undefined
  }
  expect(addressOf('typed', null)).toEqual([true, true])
  expect(addressOf('typed', 'u-new')).toEqual([false, true])
  expect(addressOf('stated', 'u-new')).toEqual([true, false])
  // Another customer has it.
  expect(addressOf('verified', 'u-new', [identified])).toEqual([false, true])
})
