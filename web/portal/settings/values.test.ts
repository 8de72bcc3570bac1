import { expect, test } from 'vitest'
import type { Customer } from '../api.ts'
import { detailsOf, lacksCountry, updateOf } from './values.ts'

const address = { country: 'DE', line1: 'Hauptstr. 1', line2: 'Hof', postalCode: '10115', city: 'Berlin', state: null }
const customer = { name: 'Ada', billingAddress: address, taxId: ['DE123', 'eu_vat'] } as unknown as Customer
const stranger = { name: null, billingAddress: null, taxId: null } as unknown as Customer

test('an unchanged form sends the same record, with the second line and without the tax ID', () => {
  expect(updateOf(detailsOf(customer), customer)).toEqual({ name: 'Ada', billingAddress: address })
})

test('an emptied tax ID is removed, an empty address is left out', () => {
  expect(updateOf({ ...detailsOf(customer), taxId: ' ' }, customer)).toMatchObject({ taxId: '' })
  expect(updateOf({ ...detailsOf(stranger), name: ' Bea ' }, stranger)).toEqual({ name: 'Bea' })
})

test('lines of an address need a country', () => {
  expect([detailsOf(stranger), { ...detailsOf(stranger), city: 'Berlin' }, detailsOf(customer)].map(lacksCountry)).toEqual([
    false,
    true,
    false,
  ])
})
