// The taxes of a checkout. Pure.
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import type { Product } from '#merchant/catalogue/products/model.ts'
import { parseTaxId, type TaxId } from '#merchant/customers/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { type TaxableSale, type TaxedBuyer, type TaxedSale, taxSale } from '#money/taxes/model.ts'
import type { Checkout } from './model.ts'
import type { ChangeContext } from './rules.ts'

/** The values on which the taxes of a checkout depend besides the checkout. */
export interface Taxation extends Pick<TaxableSale, 'taxSources' | 'now'> {
  readonly merchant: Pick<Merchant, 'taxSettings' | 'billingTimezone'>
  readonly product: Pick<Product, 'taxCode'> | undefined
}

/** The values on which the taxes of a checkout depend besides it. */
export function taxationOf(
  { productId }: Pick<Checkout, 'productId'>,
  { products, merchant, taxSources, now }: Pick<ChangeContext, 'products' | 'merchant' | 'taxSources' | 'now'>,
): Taxation {
  return { merchant, product: products.find(({ id }) => id === productId), taxSources, now }
}

type Buyer = Pick<Checkout, 'customerBillingAddress' | 'customerTaxId'>

type TaxableCheckout = Buyer & Pick<Checkout, 'amount' | 'discountAmount' | 'isTaxExempt' | 'currency'>

/** The tax of a checkout after its discount (rules X1 to X10). */
export function taxCheckout(checkout: TaxableCheckout, taxation: Taxation): TaxedSale {
  return taxSale(saleOf(checkout, taxation))
}

/** The sale of a checkout, as it is taxed today. */
export function saleOf(checkout: TaxableCheckout, { merchant, product, taxSources, now }: Taxation): TaxableSale {
  return {
    seller: merchant,
    buyer: buyerOf(checkout),
    address: checkout.customerBillingAddress,
    currency: checkout.currency,
    amount: checkout.amount - checkout.discountAmount,
    isProductExempt: product?.taxCode === 'exempt',
    isCustomerExempt: checkout.isTaxExempt,
    taxSources,
    now,
  }
}

function buyerOf(checkout: Buyer): TaxedBuyer {
  const { country = null, state = null } = checkout.customerBillingAddress ?? {}
  const taxId = taxIdOf(checkout)
  const taxIdStatus = checkout.customerTaxId === null ? null : taxId ? 'valid' : 'invalid'
  return { country, state, taxId, taxIdStatus }
}

/** The tax id that a buyer entered, with the format of their country (rule X9); null without a valid one. */
export function taxIdOf(checkout: Buyer): TaxId | null {
  const parsed = parse(checkout)
  return parsed && 'taxId' in parsed ? parsed.taxId : null
}

/** Why the tax id of a buyer is refused. Without a country it cannot be checked yet. */
export function taxIdProblems(checkout: Buyer): Problem[] {
  if (!checkout.customerBillingAddress) return []
  const parsed = parse(checkout)
  return parsed && 'problem' in parsed ? [valueProblem(LOC, 'This is not a valid tax id of the country of the billing address.')] : []
}

const LOC = ['body', 'customer_tax_id']

function parse({ customerTaxId, customerBillingAddress }: Buyer) {
  return customerTaxId === null ? null : parseTaxId(customerTaxId, { country: customerBillingAddress?.country ?? null, loc: LOC })
}
