// The effect of each held call of the published client of /v1 about metrics.
import { expect } from 'vitest'
import { aProduct } from '#test/support/a-merchant.ts'
import type { PolarDrives } from './polar-drives.ts'

export const metricDrives: Pick<PolarDrives, 'metrics.get' | 'metrics.limits'> = {
  'metrics.get': async (world) => {
    const { client, merchant } = world
    const product = await aProduct(merchant)
    const created = await client.call('checkouts.create', { body: { products: [product.id] } })
    const day = new Date(created.created_at).toISOString().slice(0, 10)
    const query = { start_date: day, end_date: day, interval: 'day', product_id: [product.id], billing_type: ['one_time'] }
    const { periods, totals, metrics } = await client.call('metrics.get', { query })
    expect([periods.length, periods[0].checkouts, totals.checkouts, totals.succeeded_checkouts]).toEqual([1, 1, 1, 0])
    expect(metrics.checkouts_conversion).toMatchObject({ slug: 'checkouts_conversion', type: 'percentage' })
  },
  'metrics.limits': async ({ client }) => {
    const { min_date, intervals } = await client.call('metrics.limits')
    expect([min_date, intervals.hour.max_days, intervals.year.max_days]).toEqual(['2000-01-01', 7, 3650])
  },
}
