import { z } from 'zod'
import { timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf, picked } from '#platform/resource/fields.ts'
import { type Invoice, invoiceColumns } from './model.ts'

const fields = fieldsOf(invoiceColumns)

/** An invoice or a credit note as returned to its merchant. Amounts are in minor units. */
export const invoice = z
  .object({
    ...fields.shape,
    order_number: z.string().meta({ description: 'The number of the order.' }),
    customer_name: z.string().nullable().meta({ description: 'The name of the customer.' }),
    customer_email: z.string().meta({ description: 'The email of the customer.' }),
    buyer_name: z.string().nullable().meta({ description: 'The buyer whom it names.' }),
    invoice_number: z.string().nullable().meta({ description: 'The invoice that a credit note corrects; null of an invoice.' }),
  })
  .meta({ id: 'Invoice' })

export type InvoiceWire = z.output<typeof invoice>

/** A document as its customer sees it. Amounts are in minor units. */
export const customerInvoice = invoice
  .pick({
    id: true,
    created_at: true,
    modified_at: true,
    kind: true,
    number: true,
    order_id: true,
    refund_id: true,
    credit_id: true,
    currency: true,
    net_amount: true,
    tax_amount: true,
    total_amount: true,
    language: true,
    voided_at: true,
    order_number: true,
    buyer_name: true,
    invoice_number: true,
  })
  .meta({ id: 'CustomerInvoice' })

/** Where the PDF of an order's invoice is downloaded. */
export const orderInvoice = z
  .object({ url: z.string().meta({ description: 'The address of the PDF, for ten minutes.' }) })
  .meta({ id: 'OrderInvoice' })

/** Where the PDF of a document is downloaded. */
export const invoiceDownload = z
  .object({
    url: z.string().meta({ description: 'The address of the PDF.' }),
    expires_at: timestamp.meta({ description: 'When the address expires.' }),
  })
  .meta({ id: 'InvoiceDownload' })

/** The answer to the request for an invoice: an empty object. */
export const invoiceRequested = z.object({})

/** A document with what its order and customer are shown by. */
export interface FullInvoice {
  readonly invoice: Invoice
  readonly order: { readonly number: string }
  readonly customer: { readonly name: string | null; readonly email: string }
}

/** The document as JSON. */
export function toInvoiceWire({ invoice, order, customer }: FullInvoice): InvoiceWire {
  return {
    ...fields.toWire(invoice),
    order_number: order.number,
    customer_name: customer.name,
    customer_email: customer.email,
    buyer_name: invoice.content.buyer.name,
    invoice_number: invoice.content.invoiceNumber,
  }
}

/** The document as its customer sees it. */
export function toCustomerInvoiceWire(full: FullInvoice): z.output<typeof customerInvoice> {
  return picked(customerInvoice, toInvoiceWire(full))
}

/** A download as JSON. */
export function toInvoiceDownload({
  url,
  expiresAt,
}: {
  readonly url: string
  readonly expiresAt: Date
}): z.output<typeof invoiceDownload> {
  return { url, expires_at: toTimestamp(expiresAt) }
}
