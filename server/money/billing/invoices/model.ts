import { z } from 'zod'
import type { Address } from '#merchant/customers/model.ts'
import { added } from '#platform/http/wire-parts.ts'
import { json, type Model, money, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'
import type { TaxLine } from './taxes.ts'

/** An invoice of an order, or a credit note of one of its refunds or of credit for the rest of its period. */
export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** The seller, as a document names them. */
export interface Seller {
  /** The name under which the organization sells. */
  readonly name: string
  /** Its registered name; null where none was entered. */
  readonly legalName: string | null
  readonly address: Address | null
  readonly taxId: string | null
  readonly registrationNumber: string | null
  readonly email: string | null
  readonly website: string | null
  readonly note: string | null
  /** Where its logo is shown; null without one. */
  readonly logoUrl: string | null
  /** `#1f6feb`; null: the colour of Guildhall. */
  readonly accentColor: string | null
}

/** The buyer. */
export interface Buyer {
  readonly name: string | null
  readonly address: Address | null
  readonly taxId: string | null
  readonly email: string
}

/** One line: quantity × unit amount, in minor units. */
export interface InvoiceLine {
  readonly description: string
  readonly quantity: number
  readonly unitAmount: number
  readonly amount: number
  /** The period that it is for, where that is not the one of the document; undefined in documents of before this was stated. */
  readonly period?: InvoiceContent['period'] | undefined
}

/** The content of a document, copied when it is issued; nothing changes it later. Amounts in minor units, times ISO 8601 in UTC. */
export interface InvoiceContent {
  readonly orderNumber: string
  /** The number of the invoice that a credit note corrects; null where the order has none. */
  readonly invoiceNumber: string | null
  readonly seller: Seller
  readonly buyer: Buyer
  readonly lines: readonly InvoiceLine[]
  readonly subtotalAmount: number
  readonly discountAmount: number
  readonly taxes: readonly TaxLine[]
  /** Whether the lines contain the tax. */
  readonly isTaxIncluded: boolean
  /** The buyer owes the tax. */
  readonly isReverseCharge: boolean
  /** Customer credit that was applied, zero or positive. */
  readonly creditAmount: number
  readonly writtenOffAmount: number
  readonly paidAt: string
  /** The period of a subscription that was paid; null without one. */
  readonly period: { readonly start: string; readonly end: string } | null
  /** The IANA zone in which its dates are written. */
  readonly timeZone: string
  readonly isTest: boolean
}

export const invoiceColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  kind: oneOf<InvoiceKind>(z.enum(invoiceKinds).meta({ id: 'InvoiceKind' }))
    .fixed()
    .meta({ description: '`invoice` of an order, or `credit_note` of one of its refunds or of credit for the rest of its period.' }),
  number: text().fixed().meta({ description: 'Its number, without a gap in its series.' }),
  series: text().fixed().private(),
  orderId: uuid().fixed().meta({ description: 'The order.' }),
  refundId: uuid().nullable().fixed().meta({ description: 'The refund that a credit note is for; null where it is for none.' }),
  creditId: uuid()
    .nullable()
    .fixed()
    .meta(added('The credit that a credit note is for: a cheaper plan has ended the period of its order. Null where it is for none.')),
  customerId: uuid().fixed(),
  currency: text().fixed(),
  netAmount: money().fixed().meta({ description: 'Before tax, in minor units.' }),
  taxAmount: money().fixed().meta({ description: 'The tax, in minor units.' }),
  totalAmount: money().fixed().meta({ description: 'With tax, in minor units.' }),
  language: text().fixed().meta({ description: 'The language that it is written in, such as `de`.' }),
  content: json<InvoiceContent>(z.any()).fixed().private(),
  voidedAt: time()
    .nullable()
    .meta(added('When its refund was sent back by the bank, which voids the credit note; null where it is valid.')),
  storedAt: time().nullable().private(),
} as const

/** An issued document. Amounts are in minor units of one currency; times are UTC, `createdAt` is the day that it was issued. */
export type Invoice = Model<typeof invoiceColumns>

/** Where its PDF is stored: made of ids alone. */
export function documentPath({ organizationId, id }: Pick<Invoice, 'organizationId' | 'id'>): string {
  return `${organizationId}/invoices/${id}.pdf`
}
