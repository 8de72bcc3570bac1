import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { listAndExport } from '#platform/resource/routes.ts'
import { createRefund } from './actions/create-refund.ts'
import { refundList } from './reads.ts'
import { refundRefusals } from './refusals.ts'
import { refund, refundCreate, toRefundWire } from './wire.ts'

const { RefundAmountTooHigh, RevokeSubscriptionBenefitsProhibited, RefundedAlready, OrderDisputed, NotPaidOrder } = refundRefusals
const mount = { path: '/v1/refunds/', scope: 'refunds:read', list: refundList } as const
const foreign = { scope: 'customers:read', names: ['customer_name', 'customer_email'] } as const

export const routes: readonly Route[] = [
  ...listAndExport({ ...mount, name: 'refunds:list', summary: 'Lists refunds.', schema: refund, toWire: toRefundWire, foreign }, 'refunds'),
  route({
    method: 'POST',
    path: '/v1/refunds/',
    name: 'refunds:create',
    summary: 'Refunds an order, or a part of it: the amount is before tax, and its share of the tax is added.',
    access: 'scope:refunds:write',
    impersonation: 'allowed',
    body: refundCreate,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: refund,
    transaction: 'own',
    limit: 'REFUND_LIMIT',
    refusals: [RefundAmountTooHigh, RevokeSubscriptionBenefitsProhibited, RefundedAlready, OrderDisputed, NotPaidOrder],
    handle: ({ tenantScope: { tenants }, ...call }) => createRefund({ ...call, tenants }),
  }),
]
