import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { orders } from '#money/billing/orders/index.ts'
import type { Database } from '#platform/database/database.ts'
import { holdsScope } from '#platform/http/recognize.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import type { Caller } from '#platform/request/caller.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { type IssueInvoiceInput, issueInvoice } from './actions/issue-invoice.ts'
import { documentUrl } from './actions/save-document.ts'
import { invoiceList } from './reads.ts'
import { invoiceRefusals } from './refusals.ts'
import { findInvoiceOfOrder, invoices } from './store.ts'
import { invoice, invoiceDownload, invoiceRequested, orderInvoice, toInvoiceDownload, toInvoiceWire } from './wire.ts'

const { ResourceNotFound, NotPermitted, InvoiceAlreadyExists, NotPaidOrder, MissingInvoiceBillingDetails } = invoiceRefusals

export const routes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/orders/{id}/invoice',
    name: 'orders:generate_invoice',
    summary:
      'Generates the invoice of a paid order, once. Its buyer cannot be changed afterwards. A signed-in person needs the permission `orders:write`.',
    access: 'scope:orders:read',
    impersonation: 'allowed',
    params: idParams,
    answer: invoiceRequested,
    status: 202,
    limit: { none: 'An order has one invoice.' },
    refusals: [ResourceNotFound, InvoiceAlreadyExists, NotPaidOrder, MissingInvoiceBillingDetails],
    handle: async (call) => {
      const order = { tenants: call.tenantScope.tenants, id: call.params.id }
      await refuseReader(call.tx, call.caller, order)
      await issueInvoice(call.tx, call, order)
      return {}
    },
  }),
  route({
    method: 'GET',
    path: '/v1/orders/{id}/invoice',
    name: 'orders:invoice',
    summary: 'Gets an address from which the invoice of an order is downloaded as PDF.',
    access: 'scope:orders:read',
    params: idParams,
    answer: orderInvoice,
    refusals: [ResourceNotFound],
    handle: async ({ db, params, tenantScope, platform }) => {
      const found = (await findInvoiceOfOrder(db, tenantScope.tenants, params.id)) ?? refuse(ResourceNotFound)
      return { url: (await documentUrl(platform, found)).url }
    },
  }),
  ...resourceReads({
    path: '/v1/invoices/',
    name: 'invoices',
    nouns: ['invoices and credit notes', 'an invoice or a credit note'],
    scope: 'orders:read',
    list: invoiceList,
    schema: invoice,
    toWire: toInvoiceWire,
    notFound: ResourceNotFound,
    addition: true,
  }),
  route({
    method: 'GET',
    path: '/v1/invoices/{id}/download',
    name: 'invoices:download',
    summary: 'Gets an address from which an invoice or a credit note is downloaded as PDF.',
    access: 'scope:orders:read',
    params: idParams,
    answer: invoiceDownload,
    refusals: [ResourceNotFound],
    addition: true,
    handle: async ({ db, params, tenantScope, platform }) => {
      const found = (await invoices.find(db, tenantScope.tenants, params.id)) ?? refuse(ResourceNotFound)
      return toInvoiceDownload(await documentUrl(platform, found))
    },
  }),
]

// The contract lets tokens that read orders generate their invoices. A member who only reads uses up no number and fixes no buyer.
async function refuseReader(db: Database, caller: Caller, { tenants, id }: IssueInvoiceInput): Promise<void> {
  if (caller.kind !== 'user') return
  const { organizationId } = (await orders.find(db, tenants, id)) ?? refuse(ResourceNotFound)
  refuseWhen(!holdsScope(caller, 'orders:write', organizationId), NotPermitted, { extra: { scope: 'orders:write' } })
}
