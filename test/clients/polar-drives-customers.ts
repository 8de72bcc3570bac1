// The effect of each call of the published client that changes customers.
import { expect } from 'vitest'
import type { Json } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

/** From this version on a tax id is text alone, whose format follows from the address. */
const TEXT_ONLY = '0.49.0'
const aCustomer = {
  email: 'iris@visserbouw.example',
  name: 'Iris Visser',
  external_id: 'user-17',
  billing_address: { line1: 'Dam 1', city: 'Amsterdam', country: 'NL' },
  metadata: { plan: 'team' },
}
const TAX_ID = ['NL004495445B01', 'eu_vat']

const isTextOnly = ({ client }: PolarWorld) => !client.version.startsWith('0.3') && client.version.localeCompare(TEXT_ONLY) >= 0

function createCustomer(world: PolarWorld): Promise<Json> {
  const tax_id = isTextOnly(world) ? 'NL4495445B01' : TAX_ID
  return world.client.call('customers.create', { body: { ...aCustomer, tax_id } })
}

type CustomerCall = `customers.${'create' | 'update' | 'delete' | 'getExternal' | 'updateExternal' | 'deleteExternal'}`

export const customerDrives: Pick<PolarDrives, CustomerCall> = {
  'customers.create': async (world) => {
    const created = await createCustomer(world)
    expect(created).toMatchObject({ ...aCustomer, email_verified: false, organization_id: world.merchant.organizationId })
    // Some versions read the value of the id alone.
    expect([TAX_ID, TAX_ID[0]]).toContainEqual(created.tax_id)
    await expect(createCustomer(world)).rejects.toThrow()
  },
  'customers.update': async (world) => {
    const { id } = await createCustomer(world)
    const body = { name: 'Iris de Visser', metadata: { plan: 'solo' } }
    expect(await world.client.call('customers.update', { path: { id }, body })).toMatchObject({ ...aCustomer, ...body })
  },
  'customers.delete': async (world) => {
    const { id } = await createCustomer(world)
    await world.client.call('customers.delete', { path: { id } })
    await expect(world.client.call('customers.get', { path: { id } })).rejects.toThrow()
    expect(await createCustomer(world)).toMatchObject(aCustomer)
  },
  'customers.getExternal': async (world) => {
    const created = await createCustomer(world)
    expect(await world.client.call('customers.getExternal', { path: { external_id: 'user-17' } })).toEqual(created)
  },
  'customers.updateExternal': async (world) => {
    await createCustomer(world)
    const path = { external_id: 'user-17' }
    const body = { email: 'iris@devisser.example' }
    expect(await world.client.call('customers.updateExternal', { path, body })).toMatchObject({ ...aCustomer, ...body })
  },
  'customers.deleteExternal': async (world) => {
    await createCustomer(world)
    const path = { external_id: 'user-17' }
    await world.client.call('customers.deleteExternal', { path })
    await expect(world.client.call('customers.getExternal', { path })).rejects.toThrow()
  },
}
