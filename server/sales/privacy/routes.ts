import { invalid, refuse, valueProblem } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { documentOf, partsOf, ROWS_MAXIMUM } from './reads.ts'
import { privacyRefusals } from './refusals.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customers/{id}/personal-data',
    name: 'customers:personal_data',
    summary:
      'Exports all data about a customer as JSON: the customer, orders, payments, payment methods, credits, usage, the newest 500,000 usage events, alerts about it, linked accounts, benefits, license keys, downloads, refunds and checkouts.',
    // More than reading customers: it includes orders and payments.
    access: 'scope:customers:write',
    addition: true,
    params: idParams,
    answerType: 'application/json',
    refusals: [privacyRefusals.ResourceNotFound],
    handle: async ({ db, params, tenantScope, platform, reply }) => {
      const customer = (await customers.find(db, tenantScope.tenants, params.id)) ?? refuse(privacyRefusals.ResourceNotFound)
      const parts = await partsOf(db, platform, customer)
      if (!parts) invalid([valueProblem(['path', 'id'], `The customer has more than ${ROWS_MAXIMUM} orders, payments or checkouts.`)])
      reply.header('content-disposition', `attachment; filename="customer-${customer.id}.json"`)
      reply.stream('application/json; charset=utf-8', documentOf(customer, parts, platform.settings.BASE_URL))
    },
  }),
]
