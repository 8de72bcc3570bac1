// The effect of each call of the published client about organizations.
import { expect } from 'vitest'
import type { PolarDrives } from './polar-drives.ts'

export const organizationDrives: Pick<PolarDrives, 'organizations.list' | 'organizations.get' | 'organizations.update'> = {
  'organizations.list': async (world) => {
    const query = { slug: world.merchant.slug }
    const found = { items: [{ id: world.merchant.organizationId, slug: world.merchant.slug }], pagination: { total_count: 1 } }
    expect(await world.client.call('organizations.list', { query })).toMatchObject(found)
  },
  'organizations.get': async (world) => {
    const path = { id: world.merchant.organizationId }
    const organization = { ...path, slug: world.merchant.slug, socials: [], subscription_settings: { proration_behavior: 'prorate' } }
    expect(await world.client.call('organizations.get', { path })).toMatchObject(organization)
  },
  'organizations.update': async (world) => {
    const body = { name: 'Byron and Sons', website: 'https://byron.example/' }
    const path = { id: world.merchant.organizationId }
    expect(await world.client.call('organizations.update', { path, body })).toMatchObject({ ...path, ...body })
  },
}
