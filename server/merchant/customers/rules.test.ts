import { expect, test } from 'vitest'
import { avatarSvg } from './avatar.ts'
import { addressProblems, type Customer, normalizeAddress } from './model.ts'
import { matchCustomer, newCustomer, updateFromPurchase } from './rules.ts'
import { addressInput, customer as customerSchema, toAddress, toCustomerWire } from './wire.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const context = { id: '0195894c-7a10-7000-8000-000000000001', organizationId: '0195894c-7a10-7000-8000-000000000002', now }
const buyer = { email: ' Zoe@Example.com', name: 'Zoe', externalId: null, billingAddress: null, taxId: null, metadata: { plan: 'solo' } }
const identity = { hasEmail: true, isEmailTyped: true }
const known = newCustomer({ ...buyer, ...identity }, context).next
const noKeys = { customerId: null, externalId: null, email: null, emailSource: 'typed' } as const

function candidate(id: string, more: Partial<Customer>): Customer {
  return { ...known, id, ...more }
}

const first = candidate('c1', { externalId: 'u1', email: 'a@x.io' })
const second = candidate('c2', { externalId: null, email: 'b@x.io' })
const deleted = candidate('c3', { email: 'gone@x.io', externalId: 'u3', deletedAt: now })

test.each([
  [{ customerId: 'c2', externalId: 'u1', email: 'a@x.io' }, 'c2', null],
  [{ externalId: 'u1', email: 'b@x.io' }, 'c1', 'u1'],
  [{ externalId: 'u9', email: 'B@X.io', emailSource: 'stated' as const }, 'c2', 'u9'],
  [{ customerId: 'c2', externalId: 'u9', email: 'b@x.io' }, 'c2', 'u9'],
  [{ email: 'A@x.io' }, 'c1', 'u1'],
])('a buyer with %j is %s and has the external id %s', (fields, id, externalId) => {
  expect(matchCustomer({ ...noKeys, ...fields }, [first, second, deleted])).toMatchObject({ kind: 'known', customer: { id }, externalId })
})

test.each([
  [
    { externalId: 'u9', email: 'New@x.io' },
    { externalId: 'u9', email: 'new@x.io', hasEmail: false, isEmailTyped: true },
  ],
  [
    { externalId: 'u9', email: 'new@x.io', emailSource: 'stated' as const },
    { externalId: 'u9', email: 'new@x.io', hasEmail: true, isEmailTyped: false },
  ],
  [{ email: 'gone@x.io' }, { externalId: null, email: 'gone@x.io', hasEmail: true, isEmailTyped: true }],
  [{ externalId: 'u3' }, { externalId: 'u3', email: null, hasEmail: false, isEmailTyped: true }],
])('a buyer with %j is a new customer', (fields, expected) => {
  expect(matchCustomer({ ...noKeys, ...fields }, [first, second, deleted])).toEqual({ kind: 'new', ...expected })
})

test('a new customer has a folded, unverified email', () => {
  expect(newCustomer({ ...buyer, ...identity }, context)).toMatchObject({
    next: { email: 'zoe@example.com', isEmailVerified: false, isTaxExempt: false, modifiedAt: null },
    events: ['customer.created'],
  })
})

test('a purchase fills in missing fields, merges metadata and keeps the email', () => {
  const details = { name: null, externalId: 'u7', billingAddress: null, taxId: null, metadata: { seats: 2 } }
  expect(updateFromPurchase(known, details, now)).toEqual({
    next: { ...known, externalId: 'u7', metadata: { plan: 'solo', seats: 2 }, modifiedAt: now },
    events: ['customer.updated'],
  })
  const nothing = { name: null, externalId: null, billingAddress: null, taxId: null, metadata: {} }
  expect(updateFromPurchase(known, nothing, now)).toEqual({ next: known, events: [] })
})

const berlin = { line1: '1 Main St', line2: null, postalCode: '10115', city: 'Berlin', state: null, country: 'DE' }
const nowhere = { line1: null, line2: null, postalCode: null, city: null, state: null }

test.each([
  ['the country alone', { ...nowhere, country: 'DE' }, berlin],
  ['another country alone', { ...nowhere, country: 'NL' }, berlin],
  ['a postal code alone', { ...nowhere, postalCode: '10117', country: 'DE' }, berlin],
  ['a street without its city', { ...berlin, city: null }, berlin],
  ['another street', { ...berlin, line1: '2 Main St' }, { ...berlin, line1: '2 Main St' }],
  ['a street in another country', { ...berlin, country: 'NL' }, { ...berlin, country: 'NL' }],
])('a purchase with %s does not make the address less precise', (_, billingAddress, expected) => {
  const customer = { ...known, billingAddress: berlin, taxId: ['DE136695976', 'eu_vat'] as const }
  const details = { name: '', externalId: null, billingAddress, taxId: null, metadata: {} }
  const { next } = updateFromPurchase(customer, details, now)
  expect(next).toMatchObject({ name: 'Zoe', billingAddress: expected, taxId: ['DE136695976', 'eu_vat'] })
})

test.each([
  [{ country: 'us', state: 'ca' }, { country: 'US', state: 'US-CA' }, []],
  [{ country: 'US', state: 'US-NY' }, { country: 'US', state: 'US-NY' }, []],
  [{ country: 'US', state: 'Bavaria' }, { country: 'US', state: 'BAVARIA' }, ['state']],
  [{ country: 'US', state: 'CA-ON' }, { country: 'US', state: 'CA-ON' }, ['state']],
  [{ country: 'DE', state: 'Bayern', city: '  ' }, { country: 'DE', state: 'Bayern', city: null }, []],
  [{ country: 'XX' }, { country: 'XX' }, ['country']],
])('the address %j is normalized', (fields, expected, faults) => {
  const address = toAddress(addressInput.parse(fields))
  expect(address).toMatchObject(expected)
  expect(normalizeAddress(address)).toEqual(address)
  expect(addressProblems(address, ['body', 'customer_billing_address']).map((problem) => problem.loc.at(-1))).toEqual(faults)
})

test('the avatar shows initials, the same colour for the same id, and no markup from the name', () => {
  const svg = avatarSvg({ id: known.id, name: '<script> Bas de Groot', email: known.email })
  expect(svg).toContain('>SG</text>')
  expect(svg).not.toContain('script')
  expect(avatarSvg(known)).toBe(avatarSvg({ ...known }))
})

test('the wire form is what published clients parse, and the avatar is never null', () => {
  const wire = customerSchema.parse(toCustomerWire({ ...known, taxId: ['DE123', 'eu_vat'] }, 'https://shop.example'))
  expect(wire).toMatchObject({
    avatar_url: `https://shop.example/avatars/${known.id}.svg`,
    email_verified: false,
    tax_id: ['DE123', 'eu_vat'],
    billing_address: null,
    deleted_at: null,
  })
})
