import { z } from 'zod'
import { chargeableMinimum, round } from '#kernel/money.ts'
import { address, type TaxId, taxIdFormat, toAddressWire } from '#merchant/customers/model.ts'
import { type CreditAmounts, capacityOf, type FundingOrder } from '#money/billing/subscriptions/model.ts'
import { containedTax, returnedTax, type SaleTax, saleTax } from '#money/taxes/model.ts'
import { added } from '#platform/http/wire-parts.ts'
import {
  customFieldData,
  flag,
  integer,
  json,
  type Model,
  metadata,
  money,
  oneOf,
  recorded,
  text,
  time,
  uuid,
} from '#platform/resource/columns.ts'

export const orderStatuses = ['pending', 'paid', 'refunded', 'partially_refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Why the receipt of an order was not emailed. */
export const unsentReasons = ['limit', 'test_mode'] as const
export type UnsentReason = (typeof unsentReasons)[number]

export const billingReasons = ['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'] as const
export type BillingReason = (typeof billingReasons)[number]

/** The schema of how a product is billed. */
export const productBillingType = z.enum(['one_time', 'recurring']).meta({ id: 'ProductBillingType' })

export const orderItemColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  orderId: uuid().fixed().private(),
  position: integer().private(),
  label: text(),
  amount: money(),
  taxAmount: money(),
  isProration: flag().as('proration'),
  productPriceId: uuid().nullable(),
  /** Whether no tax is due on it, also where the others are taxed. */
  isExempt: flag().private(),
  /** The period that it is for, where that is not the one of the order. */
  periodStart: time().nullable().private(),
  periodEnd: time().nullable().private(),
} as const

/** One line of an order, in minor units; the lines sum to the subtotal, and their taxes to the order's tax. */
export type OrderItem = Model<typeof orderItemColumns>

export const orderColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  number: text().fixed().meta(added('The number of the order, by which people name it: `NW-0215`. Unique in its organization.')),
  status: oneOf<OrderStatus>(z.enum(orderStatuses).meta({ id: 'OrderStatus' })),
  billingReason: oneOf<BillingReason>(z.enum(billingReasons).meta({ id: 'OrderBillingReason' })),
  currency: text(),
  subtotalAmount: money(),
  discountAmount: money(),
  netAmount: money(),
  taxAmount: money(),
  /** The decision about its taxes; null where none are collected. */
  tax: json<SaleTax>(saleTax).nullable().private(),
  totalAmount: money(),
  appliedBalanceAmount: money().meta(added('Customer credit that was applied: zero or negative, in minor units.')),
  writtenOffAmount: money().meta(added('What was too small to be charged and is not collected, in minor units.')),
  refundedAmount: money(),
  refundedTaxAmount: money(),
  /** The amount that pending refunds reserve (rule W1). */
  pendingRefundAmount: money().private(),
  pendingRefundTaxAmount: money().private(),
  /** The amount that lost disputes have taken back (rule W8). */
  disputedAmount: money().private(),
  disputedTaxAmount: money().private(),
  /** The amount that open disputes reclaim, with the tax (rule W8). */
  pendingDisputeAmount: money().private(),
  /** The tax in that. */
  pendingDisputeTaxAmount: money().private(),
  /** The part of it that was given back as credit, because a change or the end of its subscription has left time unused (section 3.4). */
  creditedAmount: money().meta(added('What of it was given back as credit, before tax, in minor units: it cannot be refunded besides.')),
  creditedTaxAmount: money().private(),
  /** The part of it that was returned, by the prices, and that changes of its subscription have counted. */
  countedReturnAmount: money().private(),
  /** The part of it that the operator kept as the seller; null where the organization sold it. */
  platformFeeAmount: money().nullable().private(),
  billingName: text().nullable(),
  billingAddress: json(address, toAddressWire).nullable(),
  /** The tax id that the buyer gave with the order; null where they gave none, and in orders from before it was stored. */
  buyerTaxId: json<TaxId>(z.tuple([z.string(), taxIdFormat]) as never)
    .nullable()
    .private(),
  isInvoiceGenerated: flag(),
  invoiceNumber: text().nullable().meta(added('The number of its invoice; null until the invoice is generated.')),
  customerId: uuid(),
  productId: uuid(),
  discountId: uuid().nullable(),
  checkoutId: uuid().nullable(),
  subscriptionId: uuid().nullable().fixed(),
  /** The period of the subscription that it is for; null for a change within a period, and without a subscription. */
  periodStart: time().nullable().fixed().private(),
  periodEnd: time().nullable().fixed().private(),
  /** The payment that has paid it; null where it was free, or paid by credit alone. */
  paymentId: uuid().nullable().private(),
  metadata: metadata(),
  customFieldData: customFieldData(),
  locale: text()
    .nullable()
    .fixed()
    .meta(added('The language of the buyer, such as `de`, in which the receipt is sent; null if it is unknown.')),
  /** The payment arrived after the checkout had ended. */
  isLatePayment: flag().as('late_payment').meta(added('Whether the payment arrived after the checkout had ended.')),
  /** Null where the receipt was emailed or will be. */
  receiptNotSent: oneOf<UnsentReason>(z.enum(unsentReasons).meta({ id: 'UnsentReason' }))
    .nullable()
    .meta(added('Why no receipt was emailed: too many emails to this address, or a test merchant whose buyer is no verified member.')),
  nextPaymentAttemptAt: time().nullable().meta(added('When its payment is attempted again; null where it is not attempted by itself.')),
  /** Its payment was attempted until the deadline, and failed (rule U4). */
  isCollectionExhausted: flag().private(),
  /** When its merchant gave it up. */
  voidedAt: time().nullable().private(),
  paidAt: time().nullable().private(),
} as const

/**
 * A sale to a customer, due or paid. Minor units of one currency:
 * net = subtotal − discount, less the tax where prices contain it; total = net + tax. Never negative. Times are UTC.
 */
export type Order = Model<typeof orderColumns> & { readonly items: readonly OrderItem[] }

/** An order before it is stored: the database gives its number. */
export type OrderDraft = Omit<Order, 'number'>

/** The tax id that the buyer of an order gave with it; null where they gave none. Orders of before it was stored have it with their taxes. */
export function buyerTaxIdOf({ buyerTaxId, tax }: Pick<Order, 'buyerTaxId' | 'tax'>): TaxId | null {
  return buyerTaxId ?? tax?.buyer.taxId ?? null
}

/** Whether the order was paid, even if it was refunded since. */
export function isPaid(status: OrderStatus): boolean {
  return status !== 'pending'
}

/** The properties that decide how much of an order can be refunded. */
export type Refundable = Pick<
  Order,
  | 'status'
  | 'netAmount'
  | 'taxAmount'
  | 'writtenOffAmount'
  | 'refundedAmount'
  | 'refundedTaxAmount'
  | 'pendingRefundAmount'
  | 'pendingRefundTaxAmount'
  | 'disputedAmount'
  | 'disputedTaxAmount'
  | 'creditedAmount'
  | 'creditedTaxAmount'
>

/** The amount that was received for an order before tax, in minor units: not what was written off. */
export function receivedNet(order: Pick<Order, 'netAmount' | 'writtenOffAmount'>): number {
  return Math.max(0, order.netAmount - order.writtenOffAmount)
}

/** The part of the tax of an order that was received, in minor units: what was written off is missing in the amount before tax first. */
export function receivedTax(order: Pick<Order, 'netAmount' | 'taxAmount' | 'writtenOffAmount'>): number {
  return Math.max(0, order.taxAmount - Math.max(0, order.writtenOffAmount - order.netAmount))
}

/** The rest of the payment of an order after its lost disputes and refunds, also pending ones, in minor units: before tax, and the tax. */
export function remainingAmounts(order: Refundable): { readonly amount: number; readonly taxAmount: number } {
  return {
    amount: Math.max(0, receivedNet(order) - order.refundedAmount - order.pendingRefundAmount - order.disputedAmount),
    taxAmount: Math.max(0, receivedTax(order) - order.refundedTaxAmount - order.pendingRefundTaxAmount - order.disputedTaxAmount),
  }
}

/**
 * The part of a paid order that can still be refunded, in minor units: before tax, and the tax. Pending refunds reserve their amounts (rule
 * W1), and what was given back as credit is not given back a second time.
 */
export function refundableAmounts(order: Refundable): { readonly amount: number; readonly taxAmount: number } {
  const remaining = remainingAmounts(order)
  const left = {
    amount: Math.max(0, remaining.amount - order.creditedAmount),
    taxAmount: Math.max(0, remaining.taxAmount - order.creditedTaxAmount),
  }
  return !isPaid(order.status) || left.amount === 0 ? { amount: 0, taxAmount: 0 } : left
}

/** The amount still to be collected, in minor units. */
export function dueAmount(order: Pick<Order, 'status' | 'totalAmount' | 'appliedBalanceAmount'>): number {
  return isPaid(order.status) ? 0 : order.totalAmount + order.appliedBalanceAmount
}

/** The collection of a due amount: charged, or written off where it is below the smallest chargeable amount (rule O5). */
export function collect(due: number, currency: string) {
  return due < chargeableMinimum(currency) ? { charged: 0, writtenOff: due } : { charged: due, writtenOff: 0 }
}

/** A paid order as far as its money is given back. */
export type ReturnableOrder = Omit<Refundable, 'status'> &
  Pick<Order, 'id' | 'tax' | 'pendingDisputeAmount' | 'pendingDisputeTaxAmount' | 'countedReturnAmount'>

/** The part of an order that was given back, or is reserved or reclaimed: before tax, and the tax, in minor units, without credit. */
export function returnedAmounts(order: ReturnableOrder): { readonly net: number; readonly tax: number } {
  const { pendingDisputeAmount: disputed, pendingDisputeTaxAmount: disputedTax } = order
  return {
    net: order.refundedAmount + order.pendingRefundAmount + order.disputedAmount + disputed - disputedTax,
    tax: order.refundedTaxAmount + order.pendingRefundTaxAmount + order.disputedTaxAmount + disputedTax,
  }
}

/** The part of an order that was given back and is not credit, in minor units by the prices: with the tax where they contain it. */
export function returnedByPrices(order: ReturnableOrder): number {
  const { net, tax } = returnedAmounts(order)
  return byPrices(order, net, tax)
}

/** A paid order as the statement of a period reads it. */
export function fundingOf(order: ReturnableOrder): FundingOrder {
  return {
    id: order.id,
    receivedAmount: byPrices(order, receivedNet(order), receivedTax(order)),
    returnedAmount: returnedByPrices(order),
    countedAmount: order.countedReturnAmount,
    creditedAmount: byPrices(order, order.creditedAmount, order.creditedTaxAmount),
    taxableAmount: taxableLeft(order),
    isDisputed: order.pendingDisputeAmount > 0,
  }
}

/** The credit that an order gives: before tax, and the tax, in minor units. */
export interface CreditPiece<Of extends ReturnableOrder> {
  readonly order: Of
  readonly net: number
  readonly tax: number
}

/**
 * Splits credit over the paid orders whose money it is, the newest first: none gives more than was received for it and is left, neither before tax
 * nor of the tax. The tax goes back at the rates of each order.
 */
export function creditPieces<Of extends ReturnableOrder>(credit: CreditAmounts, orders: readonly Of[]): CreditPiece<Of>[] {
  const amounts = sharesOf(
    credit.amount,
    orders.map((order) => capacityOf(fundingOf(order))),
  )
  const taxable = sharesOf(credit.taxableAmount, orders.map(taxableLeft))
  return orders
    .map((order, index) => {
      const amount = amounts[index] ?? 0
      const due = taxOfShare(order, taxable[index] ?? 0)
      // An amount that contains its tax gives no more tax back than it gives back in all.
      const tax = order.tax?.behavior === 'inclusive' ? Math.min(due, amount) : due
      return { order, net: amount - byPrices(order, 0, tax), tax }
    })
    .filter(({ net, tax }) => net + tax > 0)
}

function sharesOf(amount: number, capacities: readonly number[]): number[] {
  let left = amount
  return capacities.map((capacity) => {
    const share = Math.min(left, capacity)
    left -= share
    return share
  })
}

// The part of an order's prices that was taxed and not given back; its last share takes the rest of the tax.
function taxableLeft(order: ReturnableOrder): number {
  const { tax, taxAmount } = order
  const base = Math.max(0, ...(tax?.components ?? []).map(({ baseAmount }) => baseAmount))
  if (receivedTax(order) === 0) return 0
  const { net, tax: returnedTaxAmount } = returnedAmounts(order)
  const returned = byPrices(order, net + order.creditedAmount, returnedTaxAmount + order.creditedTaxAmount)
  const left = Math.max(0, base + containedTax(order) - returned)
  // Of an order without exempt lines it is what is left. Where less tax is left than the rates say by more than a rounding, credit was
  // lessened by exempt time: there, and beside exempt lines, it is the share of its tax.
  const isWhole = base + containedTax(order) === byPrices(order, order.netAmount, taxAmount)
  if (isWhole && returnedTax(left, tax).tax - taxLeft(order) <= 1) return left
  return round(BigInt(byPrices(order, base, taxAmount)) * BigInt(taxLeft(order)), taxAmount)
}

function taxOfShare(order: ReturnableOrder, share: number): number {
  const left = taxLeft(order)
  return share === taxableLeft(order) ? left : Math.min(left, returnedTax(share, order.tax).tax)
}

function taxLeft(order: ReturnableOrder): number {
  return Math.max(0, receivedTax(order) - returnedAmounts(order).tax - order.creditedTaxAmount)
}

const byPrices = ({ tax }: Pick<Order, 'tax'>, net: number, taxAmount: number) => (tax?.behavior === 'inclusive' ? net + taxAmount : net)
