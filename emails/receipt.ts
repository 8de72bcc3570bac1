import { z } from 'zod'
import type { EventPayload } from '#contract/events.ts'
import { billRows } from '#kernel/bill/rows.ts'
import { amountText, dayText, periodText } from './amount.ts'
import { cardName } from './card-name.ts'
import { type EmailOfEvent, onEvent, organizationEmail, type Purchase } from './email.ts'
import { html } from './html.ts'
import { type BillLine, bill, billText, button, layout, note, paragraph } from './layout.ts'
import type { EmailMessages } from './messages.ts'
import { shortLine } from './short-line.ts'
import { beginsTrial } from './subscriptions/trial-started.ts'
import { testNotice } from './test-notice.ts'

/** Amounts are in minor units of `currency`, the time is UTC. */
const values = z.object({
  orderId: z.string(),
  /** Absent in emails that were queued before orders had numbers. */
  number: z.string().optional(),
  product: z.string(),
  items: z.array(z.object({ label: z.string(), amount: z.int() })).readonly(),
  discountAmount: z.int(),
  taxAmount: z.int(),
  totalAmount: z.int(),
  /** Absent in emails that were queued before taxes were collected. */
  taxBehavior: z.enum(['inclusive', 'exclusive']).nullish(),
  taxabilityReason: z.string().nullish(),
  /** The amount that is too small to be charged. Absent in emails that were queued before it was named. */
  writtenOffAmount: z.int().optional(),
  currency: z.string(),
  paidAt: z.iso.datetime(),
  /** Absent in emails that were queued before there were subscriptions. */
  billingReason: z.enum(['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update']).optional(),
  /** The period of a subscription that was paid, without its end. */
  period: z.object({ start: z.iso.datetime(), end: z.iso.datetime(), timezone: z.string() }).nullish(),
  /** Whether that period is the first one after a trial. */
  isAfterTrial: z.boolean().optional(),
})

type ReceiptValues = z.output<typeof values>

/** The receipt of an order that was paid at `paidAt`: its recipient, language, key and values. */
export function receiptOf(order: EventPayload<'order.paid'>, paidAt: Date): EmailOfEvent<ReceiptValues> {
  return {
    to: order.customer.email,
    language: order.locale,
    key: `receipt:${order.id}`,
    values: {
      orderId: order.id,
      number: order.number,
      product: order.product.name,
      items: order.items.map(({ label, amount }) => ({ label, amount })),
      discountAmount: order.discount_amount,
      taxAmount: order.tax_amount,
      totalAmount: order.total_amount,
      taxBehavior: order.tax_behavior,
      taxabilityReason: order.taxability_reason,
      writtenOffAmount: order.written_off_amount,
      currency: order.currency,
      paidAt: paidAt.toISOString(),
      billingReason: order.billing_reason,
      period: periodOf(order),
      isAfterTrial: order.subscription !== null && order.subscription.trial_end === order.subscription.current_period_start,
    },
  }
}

// A change of plan is billed for a part of the period, which its items name.
function periodOf({ billing_reason, subscription }: EventPayload<'order.paid'>): ReceiptValues['period'] {
  if (subscription === null || (billing_reason !== 'subscription_create' && billing_reason !== 'subscription_cycle')) return null
  const { current_period_start: start, current_period_end: end, billing_timezone: timezone } = subscription
  return { start, end, timezone }
}

/** Sent to a customer when an order is paid; a trial begins with another email. */
export const receipt = organizationEmail<ReceiptValues>({
  name: 'receipt',
  recipient: 'customer',
  sentOn: onEvent('order.paid', ({ payload, happenedAt }) => (beginsTrial(payload) ? null : receiptOf(payload, happenedAt))),
  values,
  sample: {
    orderId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    number: 'NT-0215',
    product: 'Template Library',
    items: [{ label: 'Template Library', amount: 8900 }],
    discountAmount: 0,
    taxAmount: 1691,
    totalAmount: 10_591,
    writtenOffAmount: 0,
    currency: 'eur',
    paidAt: '2026-03-12T14:20:00.000Z',
  },
  compose: (order, { t, to, organization, purchase }) => {
    const [merchant, product] = [shortLine(organization.name), shortLine(order.product)]
    const total = amountText(t.language, order.totalAmount, order.currency)
    const lines = linesOf(order, t)
    const day = dayText(t.language, new Date(order.paidAt), organization.timezone)
    const reason = order.billingReason ?? 'purchase'
    const title = t(reason === 'subscription_cycle' && order.isAfterTrial ? 'receipt.titles.afterTrial' : `receipt.titles.${reason}`)
    const intro = [t(`receipt.intros.${reason}`, { merchant, product, day }), ...coveredText(order, t)]
    const reference = t('receipt.order', { id: order.number ?? order.orderId })
    const contacts = [organization.email, organization.website].filter((each) => each !== null).join(' · ')
    const paid = paymentText(order, purchase, t)
    const url = purchase?.url ?? null
    const questions = contacts === '' ? [] : [t('receipt.questions', { merchant, contacts })]
    const footer = t('receipt.footer', { email: to, merchant })
    const banner = testNotice({ t, organization }, t('testMode'))
    return {
      subject: t(organization.isTest ? 'receipt.subjectTest' : 'receipt.subject', { merchant }),
      html: layout({
        language: t.language,
        preview: t('receipt.preview', { product, total }),
        sender: merchant,
        logo: organization.logo,
        banner,
        title,
        body: html`${intro.map(paragraph)}${bill(lines)}${paid.map(note)}${url === null ? null : button(t('receipt.view'), url)}${questions.map(note)}<p class="muted" style="margin:0;color:#5c6069;font-size:12px;line-height:16px">${reference}</p>`,
        footer,
      }),
      text: [
        merchant,
        ...(banner ? [banner] : []),
        title,
        ...intro,
        billText(lines),
        ...paid,
        ...(url === null ? [] : [`${t('receipt.view')}: ${url}`]),
        ...questions,
        reference,
        footer,
      ].join('\n\n'),
    }
  },
})

/** The period that was paid. */
function coveredText({ period }: ReceiptValues, t: EmailMessages): string[] {
  if (!period) return []
  const covered = { start: new Date(period.start), end: new Date(period.end) }
  return [t('receipt.covers', { period: periodText(t.language, covered, period.timezone) })]
}

/** The method by which it was paid; nothing where that is not known. */
function paymentText(order: ReceiptValues, purchase: Purchase | null, t: EmailMessages): string[] {
  if (order.totalAmount === 0) return [t('receipt.free')]
  if ((order.writtenOffAmount ?? 0) > 0) return [t('receipt.tooSmall')]
  return purchase?.card ? [t('receipt.paidWith', { card: cardName(purchase.card.brand), last4: purchase.card.last4 })] : []
}

function linesOf(order: ReceiptValues, t: EmailMessages): BillLine[] {
  const amount = (minor: number) => amountText(t.language, minor, order.currency)
  const items = order.items.map((item) => ({ ...item, label: shortLine(item.label) }))
  const rows = billRows({ ...order, items }).filter(({ kind, amount: minor }) => kind !== 'tax' || minor !== 0)
  return rows.map(({ kind, label, amount: minor }) => ({
    label: label ?? t(`receipt.${kind as Exclude<typeof kind, 'item'>}`),
    amount: amount(minor ?? 0),
    isTotal: kind === 'total',
  }))
}
