import { refuse } from '#kernel/refusal.ts'
import { documentUrl, findInvoiceOfOrder, invoiceRefusals, invoices, issueInvoice } from '#money/billing/invoices/index.ts'
import {
  customerInvoice,
  invoiceDownload,
  invoiceRequested,
  orderInvoice,
  toCustomerInvoiceWire,
  toInvoiceDownload,
} from '#money/billing/invoices/wire.ts'
import { type Route, route } from '#platform/http/route.ts'
import { idParams, listResource, toList } from '#platform/http/wire-parts.ts'
import { findCustomerOrder } from '../orders/reads.ts'
import { portalRefusals } from '../refusals.ts'
import { readOrderInvoices, refuseUnshown } from './reads.ts'

const { ResourceNotFound } = portalRefusals
const { InvoiceAlreadyExists, NotPaidOrder, MissingInvoiceBillingDetails } = invoiceRefusals

/** The invoices and credit notes of a customer's orders. */
export const invoiceRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/customer-portal/orders/{id}/invoice',
    name: 'customer_portal:orders:generate_invoice',
    summary: 'Generates the invoice of a paid order of the customer, once. Its buyer cannot be changed afterwards.',
    // A number is used up and the buyer is fixed for good: a caller who has only typed the email of the customer may not do that.
    access: 'customer',
    impersonation: 'allowed',
    params: idParams,
    answer: invoiceRequested,
    status: 202,
    limit: { none: 'An order has one invoice.' },
    refusals: [ResourceNotFound, InvoiceAlreadyExists, NotPaidOrder, MissingInvoiceBillingDetails],
    handle: async ({ tx, params: { id }, ...call }) => {
      const { caller, platform } = call
      await findCustomerOrder(tx, platform, { caller, id })
      await issueInvoice(tx, call, { tenants: [caller.organizationId], id })
      return {}
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/orders/{id}/invoice',
    name: 'customer_portal:orders:invoice',
    summary: 'Gets an address from which the invoice of an order of the customer is downloaded as PDF.',
    access: 'buyer',
    params: idParams,
    answer: orderInvoice,
    refusals: [ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) => {
      await findCustomerOrder(db, platform, { caller, id })
      const invoice = (await findInvoiceOfOrder(db, [caller.organizationId], id)) ?? refuse(ResourceNotFound)
      await refuseUnshown(db, caller, invoice)
      return { url: (await documentUrl(platform, invoice)).url }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/orders/{id}/documents',
    name: 'customer_portal:orders:documents',
    summary: 'Lists the invoice and the credit notes of an order of the customer, the newest first.',
    access: 'buyer',
    addition: true,
    params: idParams,
    answer: listResource('CustomerInvoice', customerInvoice),
    refusals: [ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) => {
      await findCustomerOrder(db, platform, { caller, id })
      const { items, total, page } = await readOrderInvoices(db, platform, { organizationId: caller.organizationId, orderId: id })
      return toList(items.map(toCustomerInvoiceWire), total, page)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customer-portal/documents/{id}/download',
    name: 'customer_portal:documents:download',
    summary: 'Gets an address from which an invoice or a credit note of the customer is downloaded as PDF.',
    access: 'buyer',
    addition: true,
    params: idParams,
    answer: invoiceDownload,
    refusals: [ResourceNotFound],
    handle: async ({ db, platform, caller, params: { id } }) => {
      const invoice = (await invoices.find(db, [caller.organizationId], id)) ?? refuse(ResourceNotFound)
      await findCustomerOrder(db, platform, { caller, id: invoice.orderId })
      await refuseUnshown(db, caller, invoice)
      return toInvoiceDownload(await documentUrl(platform, invoice))
    },
  }),
]
