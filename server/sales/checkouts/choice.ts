// The choice of a buyer: the product, its price, and the amount where the price leaves it to them.

import { foldEmail } from '#kernel/emails/email.ts'
import type { CustomFieldData } from '#kernel/metadata.ts'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import { readData } from '#merchant/catalogue/custom-fields/model.ts'
import { amountOff, type Discount, redemptionFault } from '#merchant/catalogue/discounts/model.ts'
import {
  amountOf,
  amountProblem,
  chosenAmountFault,
  livePrices,
  type Price,
  type PricedProduct,
  salePrice,
} from '#merchant/catalogue/products/model.ts'
import { type Checkout, discountedSale, saleFault } from './model.ts'
import type { BuyerFields, ChangeContext, CheckoutChanges, CheckoutDraft, MerchantFields } from './rules.ts'

/** The products that a draft names, and the price of the first one. */
export function chooseFirst(
  draft: Pick<CheckoutDraft, 'productIds' | 'productId' | 'productPriceId'>,
  products: readonly PricedProduct[],
): { productIds: string[]; price: Price | null; problems: Problem[] } {
  if (draft.productIds) return chooseOf([...new Set(draft.productIds)], draft.productIds, products)
  const field = draft.productPriceId === undefined ? 'product_id' : 'product_price_id'
  const product = products.find((one) => one.id === draft.productId || livePrices(one).some((price) => price.id === draft.productPriceId))
  if (!draft.productId && !draft.productPriceId) return nothing([{ loc: ['body', 'products'], msg: 'Field required', type: 'missing' }])
  const fault = saleFault(product)
  if (fault !== null || !product) return nothing([valueProblem(['body', field], fault ?? '')])
  return { productIds: [product.id], price: salePrice(product), problems: [] }
}

function chooseOf(productIds: string[], requested: readonly string[], products: readonly PricedProduct[]) {
  const problems = requested.flatMap((id, index) => {
    const fault = saleFault(products.find((product) => product.id === id))
    return fault === null ? [] : [valueProblem(['body', 'products', index], fault)]
  })
  const first = products.find((product) => product.id === productIds[0])
  return { productIds, price: first ? salePrice(first) : null, problems }
}

function nothing(problems: Problem[]) {
  return { productIds: [], price: null, problems }
}

/** The price of the product that a change selects, which the checkout was created with (rule C12). The product that is already selected keeps its locked price. */
export function switchPrice(
  checkout: Checkout,
  changes: CheckoutChanges,
  products: readonly PricedProduct[],
): { price: Price | null; problems: Problem[] } {
  const { productId, productPriceId } = changes
  if (productPriceId && productPriceId !== checkout.productPriceId) {
    const product = products.find((one) => livePrices(one).some((price) => price.id === productPriceId))
    return chosenPrice(product, ['body', 'product_price_id'])
  }
  if (!productId || productId === checkout.productId) return { price: null, problems: [] }
  return chosenPrice(
    products.find((one) => one.id === productId),
    ['body', 'product_id'],
  )
}

function chosenPrice(product: PricedProduct | undefined, loc: readonly string[]): { price: Price | null; problems: Problem[] } {
  const price = product && !product.isArchived ? salePrice(product) : null
  return { price, problems: price ? [] : [valueProblem(loc, 'This checkout does not offer that.')] }
}

/** The fields of a checkout that follow from its price, which is locked (rule C8). */
export function lockedPrice(
  price: Price,
  amount = amountOf(price),
): Pick<Checkout, 'productId' | 'productPriceId' | 'currency' | 'amount'> {
  return { productId: price.productId, productPriceId: price.id, currency: price.currency, amount }
}

/** The amount that the buyer chose, in minor units; undefined where they chose none, or the price has its own (rule C10). */
export function chosenAmount({ amount }: BuyerFields, price: Price): number | undefined {
  return typeof amount === 'number' && chosenAmountFault(price, amount) !== undefined ? amount : undefined
}

/** The problem of the amount that a buyer chose, in a body. */
export function amountProblems({ amount }: BuyerFields, price: Price | null): Problem[] {
  const fault = price && typeof amount === 'number' ? chosenAmountFault(price, amount) : null
  return fault ? [amountProblem(fault, ['body', 'amount'])] : []
}

/** The problem of a body that expects another currency than the price has. */
export function currencyProblems({ currency }: MerchantFields, available: string | undefined): Problem[] {
  if (!currency || available === undefined || currency.toLowerCase() === available) return []
  return [valueProblem(['body', 'currency'], 'The product has no price in this currency.')]
}

type DiscountNames = Pick<CheckoutChanges, 'discountId' | 'discountCode'>

/** The discount after a change, and the one that was chosen last, which comes back with a product that it is for. */
interface DiscountChoice {
  readonly discount: Discount | null
  readonly chosen: Discount | null
  readonly problems: Problem[]
}

/**
 * The discount after a change: the named one, none where null was sent, otherwise the one that was chosen last, unless the product that is now
 * selected is not reduced by it (rule C12). A code is ignored where the merchant allows none.
 */
export function chooseDiscount(
  { discountId, discountCode }: DiscountNames,
  price: Price | null,
  context: Pick<ChangeContext, 'products' | 'discount' | 'chosenDiscount' | 'namedDiscount' | 'now'> & {
    readonly areCodesAllowed: boolean
  },
): DiscountChoice {
  const { discount, chosenDiscount: chosen, namedDiscount, products, now } = context
  const product = products.find(({ id }) => id === price?.productId)
  const redeemFault = (one: Discount) => price && redemptionFault(one, discountedSale(price, product), now)
  // One that ended while it was in force is reported by the confirm; it does not come back.
  const doesStay = (one: Discount) => redeemFault(one) === null || (one.id === discount?.id && redeemFault(one) === 'gone')
  const sent = context.areCodesAllowed && discountCode !== undefined ? { field: 'discount_code', value: discountCode } : undefined
  const named = sent ?? (discountId === undefined ? undefined : { field: 'discount_id', value: discountId })
  if (named === undefined) return { discount: chosen && doesStay(chosen) ? chosen : null, chosen, problems: [] }
  if (named.value === null) return { discount: null, chosen: null, problems: [] }
  const fault = namedDiscount ? redeemFault(namedDiscount) : 'gone'
  if (fault === null) return { discount: namedDiscount, chosen: namedDiscount, problems: [] }
  const sentence = fault === 'elsewhere' ? 'This discount does not apply to the product.' : 'There is no such discount.'
  return { discount: null, chosen, problems: [valueProblem(['body', named.field], sentence)] }
}

/** The fields of a checkout that follow from its discount. */
export function reducedBy(
  { discount, chosen }: Pick<DiscountChoice, 'discount' | 'chosen'>,
  amount: number,
): Pick<Checkout, 'discountId' | 'chosenDiscountId' | 'discountAmount'> {
  const discountAmount = discount ? amountOff(discount, amount) : 0
  return { discountId: discount?.id ?? null, chosenDiscountId: chosen?.id ?? null, discountAmount }
}

/** The values of custom fields that belong to the product of the price. Required ones are checked at the confirm. */
export function readAnswers(data: CustomFieldData, price: Price | null, products: readonly PricedProduct[]): ReturnType<typeof readData> {
  const product = products.find(({ id }) => id === price?.productId)
  return readData(product?.customFields ?? [], data, false)
}

/** Whether the buyer has had a trial of the product of a change: what a confirm found out holds for the buyer and the product of then. */
export function isTrialUsedAfter(
  checkout: Checkout,
  { productId, email, tried }: { readonly productId: string; readonly email: string | null | undefined; readonly tried: readonly string[] },
): boolean {
  if (checkout.subscriptionId !== null || tried.includes(productId)) return true
  const isSameBuyer = email === undefined || foldEmail(email ?? '') === foldEmail(checkout.customerEmail ?? '')
  return checkout.isTrialUsed && productId === checkout.productId && isSameBuyer
}
