import { pageOf } from '#kernel/page.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { grantCredit } from './actions/post-credit.ts'
import { readCreditHistory } from './reads.ts'
import { creditRefusals } from './refusals.ts'
import {
  creditHistoryQuery,
  customerCredit,
  customerCreditCreate,
  customerCreditHistory,
  toCreditChangeWire,
  toCreditWire,
} from './wire.ts'

const { ResourceNotFound } = creditRefusals

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customers/{id}/credits',
    name: 'customers:list_credits',
    summary: 'Gets what a customer has as credit, in each currency, and lists the changes, newest first.',
    access: 'scope:orders:read',
    params: idParams,
    query: creditHistoryQuery,
    answer: customerCreditHistory,
    addition: true,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, query, tenantScope }) => {
      const page = pageOf(query)
      const found = await readCreditHistory(db, { tenants: tenantScope.tenants, customerId: params.id, page })
      const { balances, changes, total } = found ?? refuse(ResourceNotFound)
      return { balances: [...balances], items: changes.map(toCreditChangeWire), total_count: total }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/customers/{id}/credits',
    name: 'customers:give_credit',
    summary:
      'Gives credit to a customer, which its next renewals and changes of plan use before anything is charged; a checkout uses none.',
    // It is money: who may only edit customers does not give it away.
    access: 'scope:orders:write',
    impersonation: 'allowed',
    params: idParams,
    body: customerCreditCreate,
    answer: customerCredit,
    status: 201,
    limit: 'CUSTOMER_CREDIT_LIMIT',
    addition: true,
    refusals: [ResourceNotFound],
    handle: async ({ tenantScope: { tenants }, params, body, ...call }) => {
      const { amount, currency } = body
      return toCreditWire(await grantCredit(call.tx, call, { tenants, customerId: params.id, amount, currency, note: body.note || null }))
    },
  }),
]
