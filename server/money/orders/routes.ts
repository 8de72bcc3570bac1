import type { Route } from '#platform/http/route.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { orderList } from './reads.ts'
import { orderRefusals } from './refusals.ts'
import { order, orderCsv, toOrderWire } from './wire.ts'

export const routes: readonly Route[] = resourceReads({
  path: '/v1/orders/',
  name: 'orders',
  nouns: ['orders', 'an order'],
  scope: 'orders:read',
  list: orderList,
  schema: order,
  toWire: toOrderWire,
  notFound: orderRefusals.ResourceNotFound,
  csv: orderCsv,
})
