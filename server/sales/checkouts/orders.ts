// The content of an order of a checkout. Pure.
import type { Customer } from '#merchant/customers/model.ts'
import { type FullCheckout, selectedProduct } from './model.ts'
import { taxIdOf } from './taxes.ts'

/** The fields that an order of a checkout takes from it. */
export function orderFields({ checkout, ...full }: FullCheckout, customer: Customer) {
  const product = selectedProduct({ checkout, ...full })
  return {
    checkoutId: checkout.id,
    customerId: customer.id,
    productId: product.id,
    currency: checkout.currency,
    items: [{ label: product.name, amount: checkout.amount, productPriceId: checkout.productPriceId, isProration: false }],
    discountId: checkout.discountId,
    discountAmount: checkout.discountAmount,
    taxAmount: checkout.taxAmount ?? 0,
    tax: checkout.tax,
    // The buyer has paid the whole total: a checkout takes no credit.
    creditBalance: 0,
    billingName: checkout.customerBillingName ?? checkout.customerName,
    billingAddress: checkout.customerBillingAddress,
    buyerTaxId: taxIdOf(checkout),
    metadata: checkout.metadata,
    customFieldData: checkout.customFieldData,
    locale: checkout.locale,
    isLatePayment: checkout.isLatePayment,
  } as const
}
