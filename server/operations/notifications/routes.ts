import { z } from 'zod'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { readReceipt } from './actions/read-receipt.ts'
import { sendReceipt } from './actions/send-receipt.ts'
import { notificationRefusals } from './refusals.ts'
import { receiptEmail } from './wire.ts'

const { ResourceNotFound, ReceiptUnavailable } = notificationRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/orders/{id}/receipt-email',
    name: 'orders:receipt_email',
    summary: 'Gets the receipt of a paid order as it is emailed, without the link to the purchase.',
    access: 'scope:orders:read',
    addition: true,
    params: idParams,
    answer: receiptEmail,
    refusals: [ResourceNotFound, ReceiptUnavailable],
    handle: ({ db, platform, params, tenantScope: { tenants } }) => readReceipt(db, platform, { tenants, id: params.id }),
  }),
  route({
    method: 'POST',
    path: '/v1/orders/{id}/receipt-email',
    name: 'orders:send_receipt_email',
    summary: 'Emails the receipt of a paid order to its customer again, at most three times an hour.',
    access: 'scope:orders:write',
    impersonation: 'allowed',
    addition: true,
    params: idParams,
    answer: z.null(),
    status: 202,
    limit: { none: 'It creates nothing; emails have limits of their own.' },
    refusals: [ResourceNotFound, ReceiptUnavailable],
    handle: async (call) => {
      await sendReceipt(call.tx, call, { tenants: call.tenantScope.tenants, id: call.params.id })
      return null
    },
  }),
]
