import { DEFAULT_LANGUAGE, isBuyerLanguage } from '#kernel/language/languages.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { buyerTaxIdOf, isPaid, type Order } from '#money/billing/orders/model.ts'
import type { Buyer, InvoiceContent, Seller } from './model.ts'
import { invoiceRefusals } from './refusals.ts'
import { creditedTaxes, type DocumentTax, type TaxedOrder, taxOf } from './taxes.ts'

/** Refuses the invoice of an order that has one, is not paid, or has no buyer's name and address (rule N2). */
export function refuseInvoice(order: {
  readonly isInvoiceGenerated: boolean
  readonly isPaid: boolean
  readonly billingName: string | null
  readonly billingAddress: unknown
}): void {
  refuseWhen(order.isInvoiceGenerated, invoiceRefusals.InvoiceAlreadyExists)
  refuseWhen(!order.isPaid, invoiceRefusals.NotPaidOrder)
  refuseWhen(!order.billingName || order.billingAddress === null, invoiceRefusals.MissingInvoiceBillingDetails)
}

/** The source of a document. */
export interface DocumentSource {
  readonly order: Order & TaxedOrder
  readonly customer: Customer
  readonly merchant: Merchant
  readonly productName: string
}

/** A refund or credit as its credit note states it, in minor units. */
export interface CreditedAmounts {
  readonly amount: number
  readonly taxAmount: number
}

/** The content of the invoice of a paid order. */
export function invoiceContent(source: DocumentSource): InvoiceContent {
  const { order } = source
  const tax = taxOf(order)
  return {
    ...shared(source, tax),
    invoiceNumber: null,
    lines: order.items.map((item) => {
      const { label, amount } = item
      return { description: label, quantity: 1, unitAmount: amount, amount, ...(item.periodStart && { period: periodOf(item) }) }
    }),
    subtotalAmount: order.subtotalAmount,
    discountAmount: order.discountAmount,
    taxes: tax.lines,
    isTaxIncluded: tax.isIncluded,
    creditAmount: order.appliedBalanceAmount === 0 ? 0 : -order.appliedBalanceAmount,
    writtenOffAmount: order.writtenOffAmount,
  }
}

/** The content of a credit note: one line before tax, and the tax that goes back with it. */
export function creditNoteContent(source: DocumentSource, credited: CreditedAmounts): InvoiceContent {
  const { order, productName } = source
  const tax = taxOf(order)
  const { amount, taxAmount } = credited
  return {
    ...shared(source, tax),
    invoiceNumber: order.invoiceNumber,
    lines: [{ description: order.items[0]?.label ?? productName, quantity: 1, unitAmount: amount, amount }],
    subtotalAmount: amount,
    discountAmount: 0,
    taxes: creditedTaxes(tax.lines, { netAmount: amount, taxAmount }),
    isTaxIncluded: false,
    creditAmount: 0,
    writtenOffAmount: 0,
  }
}

/** The language of a document: that of the buyer where it is offered. */
export function documentLanguage({ locale }: Pick<Order, 'locale'>): string {
  const language = locale?.split('-')[0] ?? DEFAULT_LANGUAGE
  return isBuyerLanguage(language) ? language : DEFAULT_LANGUAGE
}

/** Whether an invoice can be generated now. */
export function isReadyForInvoice(order: Pick<Order, 'status' | 'isInvoiceGenerated' | 'billingName' | 'billingAddress'>): boolean {
  return isPaid(order.status) && !order.isInvoiceGenerated && Boolean(order.billingName) && order.billingAddress !== null
}

function shared({ order, customer, merchant }: DocumentSource, tax: DocumentTax) {
  return {
    orderNumber: order.number,
    seller: sellerOf(merchant, tax),
    buyer: buyerOf(order, customer),
    isReverseCharge: tax.isReverseCharge,
    paidAt: (order.paidAt ?? order.createdAt).toISOString(),
    period: periodOf(order),
    timeZone: merchant.billingTimezone,
    isTest: merchant.mode === 'test',
  }
}

function periodOf({ periodStart, periodEnd }: Pick<Order, 'periodStart' | 'periodEnd'>): InvoiceContent['period'] {
  return periodStart && periodEnd && { start: periodStart.toISOString(), end: periodEnd.toISOString() }
}

function sellerOf({ name, email, website, avatarUrl, accentColor, businessDetails }: Merchant, tax: DocumentTax): Seller {
  const { legalName, address, taxId, registrationNumber, invoiceNote } = businessDetails
  return {
    name,
    legalName,
    address,
    email,
    website,
    accentColor,
    registrationNumber,
    taxId: tax.sellerTaxId ?? taxId,
    note: invoiceNote,
    logoUrl: avatarUrl,
  }
}

// Name, address and tax id are those of the order: who bought by the email of a customer learns nothing else about that customer.
function buyerOf(order: Order, { email }: Pick<Customer, 'email'>): Buyer {
  return { name: order.billingName, address: order.billingAddress, taxId: buyerTaxIdOf(order)?.[0] ?? null, email }
}
