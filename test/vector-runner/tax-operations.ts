// The operations of the vectors about taxes.
import { z } from 'zod'
import { sum } from '#kernel/money.ts'
import { vatPrefixesOf } from '#kernel/taxes/rates.ts'
import { parseTaxId } from '#merchant/customers/model.ts'
import { createOrder } from '#money/billing/orders/rules.ts'
import { decideTax, taxOf } from '#money/taxes/rules.ts'
import { bind, type Operation } from './run.ts'

const amount = z.number()

const orderShape = {
  behavior: z.enum(['inclusive', 'exclusive']),
  items: z.array(z.object({ amount, discountable: z.boolean().default(true) })),
  discount_amount: amount,
  components: z.array(z.object({ code: z.string(), rate_ppm: amount })),
}

const decisionShape = {
  rates: z.record(z.string(), z.array(z.tuple([z.string(), amount]))),
  origin: z.string(),
  registrations: z.array(z.string()),
  product_exempt: z.boolean().default(false),
  customer_exempt: z.boolean().default(false),
  customer: z.object({ country: z.string(), region: z.string().optional(), tax_id_valid: z.boolean().default(false) }),
  date: z.string(),
}

export const taxOperations: Readonly<Record<string, Operation>> = {
  'tax.order': bind(orderShape, taxedOrder),
  'tax.decide': bind(decisionShape, ({ rates, customer, ...input }) => {
    const { country, region, tax_id_valid: isBusiness } = customer
    const {
      reason,
      jurisdiction,
      rates: applied,
    } = decideTax(
      {
        origin: input.origin,
        registrations: input.registrations,
        date: input.date,
        isBusiness,
        country,
        state: region === undefined ? null : `${country}-${region}`,
        isProductExempt: input.product_exempt,
        isCustomerExempt: input.customer_exempt,
      },
      Object.fromEntries(
        Object.entries(rates).map(([place, each]) => [place, each.map(([validFrom, ratePpm]) => ({ name: 'VAT', validFrom, ratePpm }))]),
      ),
    )
    return { reason, jurisdiction, rate_ppm: sum(applied.map(({ ratePpm }) => ratePpm)) }
  }),
  'tax.vat_id_valid': bind(
    { country: z.string(), value: z.string() },
    ({ country, value }) => 'taxId' in parseTaxId([value, 'eu_vat'], { country, loc: [] }),
  ),
  'tax.vat_prefix_ok': bind({ country: z.string(), prefix: z.string() }, ({ country, prefix }) => vatPrefixesOf(country).includes(prefix)),
}

function taxedOrder({ behavior, items, discount_amount: discountAmount, components }: z.output<z.ZodObject<typeof orderShape>>) {
  const rates = components.map(({ code, rate_ppm: ratePpm }) => ({ name: code, jurisdiction: code, ratePpm }))
  const { taxAmount, components: taxed } = taxOf(sum(items.map((item) => item.amount)) - discountAmount, rates, behavior)
  const { next: order } = createOrder(
    {
      billingReason: 'purchase',
      checkoutId: null,
      subscriptionId: null,
      period: null,
      paymentId: null,
      customerId: '',
      productId: '',
      currency: 'usd',
      discountId: null,
      discountAmount,
      taxAmount,
      creditBalance: 0,
      billingName: null,
      billingAddress: null,
      buyerTaxId: null,
      metadata: {},
      customFieldData: {},
      locale: null,
      isLatePayment: false,
      items: items.map((item) => ({ label: '', amount: item.amount, productPriceId: null, isProration: !item.discountable })),
      tax: {
        behavior,
        reason: 'standard_rated',
        jurisdiction: null,
        components: taxed,
        seller: { country: 'DE', taxId: null },
        buyer: { country: null, state: null, taxId: null, taxIdStatus: null },
        date: '2026-01-01',
        source: '',
      },
    },
    { createId: () => '', organizationId: '', now: new Date(0) },
  )
  return {
    subtotal_amount: order.subtotalAmount,
    discount_amount: order.discountAmount,
    net_amount: order.netAmount,
    tax_amount: order.taxAmount,
    total_amount: order.totalAmount,
    component_tax: taxed.map((each) => each.amount),
    item_tax: order.items.map((item) => item.taxAmount),
  }
}
