import { invalid, refuse, valueProblem } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { recordAudit } from '#platform/audit/audit-context.ts'
import { holdsScope } from '#platform/http/recognize.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { releasing } from '#platform/resource/exports/places.ts'
import { ROWS_MAXIMUM } from './parts/reads.ts'
import { documentOf, partsOf } from './reads.ts'
import { privacyRefusals } from './refusals.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/customers/{id}/personal-data',
    name: 'customers:personal_data',
    summary:
      'Exports the data about a customer as JSON: the customer, and each part whose scope the caller holds; `left_out` names the others. License keys are shown by their end.',
    // More than reading customers: it collects what is known about a person.
    access: 'scope:customers:write',
    addition: true,
    transaction: 'own',
    params: idParams,
    answerType: 'application/json',
    refusals: [privacyRefusals.ResourceNotFound],
    handle: async (call) => {
      const { db, params, tenantScope, platform, caller, reply } = call
      const customer = (await customers.find(db, tenantScope.tenants, params.id)) ?? refuse(privacyRefusals.ResourceNotFound)
      const { organizationId, id } = customer
      const release = platform.exportPlaces.take(caller)
      try {
        const mayRead = (scope: Parameters<typeof holdsScope>[1]) => holdsScope(caller, scope, organizationId)
        const found = await partsOf(db, platform, { customer, mayRead })
        if (!found) invalid([valueProblem(['path', 'id'], `The customer has more than ${ROWS_MAXIMUM} orders, payments or checkouts.`)])
        const details = { left_out: found.leftOut.map(({ name }) => name).join(', ') }
        const entry = { action: 'customer.exported', organizationId, target: { type: 'customer', id }, details }
        await call.transaction((tx) => recordAudit(tx, call, entry))
        reply.header('content-disposition', `attachment; filename="customer-${id}.json"`)
        reply.stream('application/json; charset=utf-8', releasing(documentOf(customer, found, platform.settings.BASE_URL), release))
      } catch (error) {
        release()
        throw error
      }
    },
  }),
]
