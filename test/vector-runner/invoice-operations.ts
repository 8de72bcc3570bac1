// The functions that implement the operations of the test vectors about invoices.
import { z } from 'zod'
import { invoiceSeries } from '#merchant/merchants/model.ts'
import { numberText, seriesOf } from '#money/billing/invoices/numbers.ts'
import { refuseInvoice } from '#money/billing/invoices/rules.ts'
import { updateBilling } from '#money/billing/orders/billing-details.ts'
import { bind, type Operation } from './run.ts'

const numberInput = {
  prefix: z.string(),
  mode: z.enum(invoiceSeries),
  seq: z.int(),
  customer_short: z.string().default(''),
  yearly: z.boolean().default(false),
  year: z.int().default(0),
}
const generation = z.object({ paid: z.boolean(), billing_name: z.string().nullable(), billing_address: z.string().nullable() })
const locked = z.object({ invoice_exists: z.literal(true), field: z.literal('billing_name') })

export const invoiceOperations: Readonly<Record<string, Operation>> = {
  'invoice.number': bind(numberInput, ({ prefix, mode, seq, customer_short: customerShort, yearly, year }) => {
    const settings = { prefix, series: mode, restartsYearly: yearly }
    return numberText(seriesOf({ kind: 'invoice', settings, year, customerShort }).head, seq)
  }),
  'invoice.generate': (input) => {
    const frozen = locked.safeParse(input)
    if (frozen.success) {
      const order = { billingName: 'A', billingAddress: null, isInvoiceGenerated: true, modifiedAt: null }
      return updateBilling(order, { billingName: 'B' }, new Date(0))
    }
    const { paid: isPaid, billing_name: billingName, billing_address: billingAddress } = generation.parse(input)
    refuseInvoice({ isInvoiceGenerated: false, isPaid, billingName, billingAddress })
    return { http: 202 }
  },
}
