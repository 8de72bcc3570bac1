import { expect, test } from 'vitest'
import { anonymize, type CustomerChanges, create, remove, update } from './changes.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const later = new Date('2026-03-13T14:20:00.000Z')
const context = { id: '0195894c-7a10-7000-8000-000000000001', organizationId: '0195894c-7a10-7000-8000-000000000002', now }
const berlin = { line1: 'Unter den Linden 1', line2: null, postalCode: '10117', city: 'Berlin', state: null, country: 'DE' }
const zoe = { ...create({ email: ' Zoe@Example.com', name: 'Zoe', billingAddress: berlin }, context).next, isEmailVerified: true }

test('a customer is created with a folded email, and with its tax id in the stored spelling', () => {
  const draft = { email: 'Ada@Example.com', billingAddress: berlin, taxId: 'de 136 695 976', externalId: 'u1', metadata: { plan: 'solo' } }
  expect(create(draft, context)).toMatchObject({
    next: {
      email: 'ada@example.com',
      taxId: ['DE136695976', 'eu_vat'],
      externalId: 'u1',
      isEmailVerified: false,
      isTaxExempt: false,
      deletedAt: null,
    },
    events: ['customer.created'],
  })
})

test('all problems of a new customer are reported at once', () => {
  const wrong = { email: 'ada@example.com', billingAddress: { ...berlin, country: 'ZZ' }, taxId: ['DE1', 'eu_vat'] as const }
  expect(() => create(wrong, context)).toThrow(
    expect.objectContaining({
      status: 422,
      problems: [
        expect.objectContaining({ loc: ['body', 'billing_address', 'country'] }),
        expect.objectContaining({ loc: ['body', 'tax_id'] }),
      ],
    }),
  )
})

test.each<[string, CustomerChanges, object]>([
  ['a name', { name: 'Zoë' }, { name: 'Zoë', email: 'zoe@example.com', isEmailVerified: true }],
  ['no name', { name: null }, { name: null }],
  ['another email, which is not verified', { email: 'ZOE@else.example' }, { email: 'zoe@else.example', isEmailVerified: false }],
  ['the first external id', { externalId: 'u1' }, { externalId: 'u1' }],
  ['a tax id, by the country of the stored address', { taxId: '136695976' }, { taxId: ['DE136695976', 'eu_vat'] }],
  ['no address', { billingAddress: null }, { billingAddress: null }],
  ['other metadata instead of the present ones', { metadata: { seats: 2 } }, { metadata: { seats: 2 } }],
])('an update sets %s', (_, changes, expected) => {
  expect(update(zoe, changes, later)).toMatchObject({ next: { ...expected, modifiedAt: later }, events: ['customer.updated'] })
})

test.each<[string, CustomerChanges]>([
  ['nothing', {}],
  ['the present email in other letters', { email: 'ZOE@example.com' }],
  ['the present name', { name: 'Zoe' }],
  ['no external id where there is none', { externalId: null }],
])('an update with %s changes nothing', (_, changes) => {
  expect(update(zoe, changes, later)).toEqual({ next: zoe, events: [] })
})

test.each(['u2', null])('an external id that is set cannot become %s', (externalId) => {
  expect(() => update({ ...zoe, externalId: 'u1' }, { externalId }, later)).toThrow(
    expect.objectContaining({ status: 422, loc: ['body', 'external_id'] }),
  )
  expect(update({ ...zoe, externalId: 'u1' }, { externalId: 'u1' }, later).events).toEqual([])
})

test('a deleted customer keeps its details for its orders', () => {
  expect(remove(zoe, later)).toEqual({ next: { ...zoe, deletedAt: later }, events: ['customer.deleted'] })
})

test('an anonymized customer keeps its id alone', () => {
  const full = { ...zoe, externalId: 'u1', taxId: ['DE136695976', 'eu_vat'] as const, metadata: { plan: 'solo' } }
  const { next, events } = anonymize(full, later)
  expect(events).toEqual(['customer.deleted', 'customer.anonymized'])
  expect(next).toEqual({
    ...full,
    email: `${zoe.id}@anonymized.invalid`,
    externalId: null,
    isEmailVerified: false,
    isTaxExempt: false,
    name: null,
    billingAddress: null,
    taxId: null,
    metadata: {},
    deletedAt: later,
  })
  expect(anonymize({ ...full, deletedAt: now }, later)).toMatchObject({ next: { deletedAt: now }, events: ['customer.anonymized'] })
  expect(anonymize(next, later)).toEqual({ next, events: [] })
})
