import { refuse } from '#kernel/refusal.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { readBooksSums } from './reads.ts'
import { booksRefusals } from './refusals.ts'
import { booksByCurrency, monthRange } from './rules.ts'
import { booksQuery, monthlyBooks, toMonthlyBooksWire } from './wire.ts'

export const routes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/organizations/{id}/books',
    name: 'books:get',
    summary: 'Gets the books of an organization in a month, by currency: revenue, taxes by country, refunds, fees, payouts and credit.',
    access: 'scope:orders:read',
    params: idParams,
    query: booksQuery,
    answer: monthlyBooks,
    addition: true,
    refusals: [booksRefusals.ResourceNotFound],
    handle: async ({ db, params: { id }, query, tenantScope }) => {
      const { billingTimezone } = (await findMerchant(db, tenantScope.tenants, id)) ?? refuse(booksRefusals.ResourceNotFound)
      const { sums, taxes } = await readBooksSums(db, { organizationId: id, ...monthRange(query.month, billingTimezone) })
      return toMonthlyBooksWire(query, billingTimezone, booksByCurrency(sums, taxes))
    },
  }),
]
