import type { Route } from '#platform/http/route.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { orderRefusals } from '../refusals.ts'
import { paymentList } from './reads.ts'
import { paymentSchema, toPaymentWire } from './wire.ts'

export const routes: readonly Route[] = resourceReads({
  path: '/v1/payments/',
  name: 'payments',
  nouns: ['attempts to pay', 'an attempt to pay'],
  scope: 'payments:read',
  list: paymentList,
  schema: paymentSchema,
  toWire: toPaymentWire,
  foreign: { scope: 'customers:read', names: ['customer_name'] },
  notFound: orderRefusals.ResourceNotFound,
})
