import { z } from 'zod'
import { billRows } from '#kernel/bill/rows.ts'
import { amountText, dayText } from './amount.ts'
import { onEvent, organizationEmail } from './email.ts'
import { html } from './html.ts'
import { type BillLine, bill, billText, layout, note, paragraph } from './layout.ts'
import type { EmailMessages } from './messages.ts'
import { shortLine } from './short-line.ts'
import { testNotice } from './test-notice.ts'

/** Amounts are in minor units of `currency`, with tax but for the items; the time is UTC. */
const values = z.object({
  orderId: z.string(),
  number: z.string(),
  product: z.string(),
  items: z.array(z.object({ label: z.string(), amount: z.int() })).readonly(),
  discountAmount: z.int(),
  taxAmount: z.int(),
  totalAmount: z.int(),
  /** By all refunds of the order. */
  refundedAmount: z.int(),
  isComplete: z.boolean(),
  currency: z.string(),
  paidAt: z.iso.datetime(),
})

type RefundValues = z.output<typeof values>

/** Sent to a customer when an order, or a part of it, is refunded. */
export const refund = organizationEmail<RefundValues>({
  name: 'refund',
  recipient: 'customer',
  sentOn: onEvent('order.refunded', ({ payload: order, happenedAt }) => ({
    to: order.customer.email,
    language: order.locale,
    key: `refund:${order.id}:${order.refunded_amount}:${happenedAt.getTime()}`,
    values: {
      orderId: order.id,
      number: order.number,
      product: order.product.name,
      items: order.items.map(({ label, amount }) => ({ label, amount })),
      discountAmount: order.discount_amount,
      taxAmount: order.tax_amount,
      totalAmount: order.total_amount,
      refundedAmount: order.refunded_amount + order.refunded_tax_amount,
      isComplete: order.status === 'refunded',
      currency: order.currency,
      paidAt: order.created_at,
    },
  })),
  values,
  sample: {
    orderId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    number: 'NT-0215',
    product: 'Template Library',
    items: [{ label: 'Template Library', amount: 8900 }],
    discountAmount: 0,
    taxAmount: 1691,
    totalAmount: 10_591,
    refundedAmount: 3570,
    isComplete: false,
    currency: 'eur',
    paidAt: '2026-03-12T14:20:00.000Z',
  },
  compose: (order, { t, to, organization }) => {
    const [merchant, product] = [shortLine(organization.name), shortLine(order.product)]
    const lines = linesOf(order, t)
    const day = dayText(t.language, new Date(order.paidAt), organization.timezone)
    const intro = t(order.isComplete ? 'refund.whole' : 'refund.part', { merchant, product, day })
    const reference = t('receipt.order', { id: order.number })
    const contacts = [organization.email, organization.website].filter((each) => each !== null).join(' · ')
    const notes = [t('refund.wait'), ...(contacts === '' ? [] : [t('receipt.questions', { merchant, contacts })])]
    const footer = t('receipt.footer', { email: to, merchant })
    const banner = testNotice({ t, organization }, t('refund.testMode'))
    const refunded = amountText(t.language, order.refundedAmount, order.currency)
    return {
      subject: t(organization.isTest ? 'refund.subjectTest' : 'refund.subject', { merchant }),
      html: layout({
        language: t.language,
        preview: t('receipt.preview', { product, total: refunded }),
        sender: merchant,
        logo: organization.logo,
        banner,
        title: t('refund.title'),
        body: html`${paragraph(intro)}${bill(lines)}${notes.map(note)}<p class="muted" style="margin:0;color:#5c6069;font-size:12px;line-height:16px">${reference}</p>`,
        footer,
      }),
      text: [merchant, ...(banner ? [banner] : []), t('refund.title'), intro, billText(lines), ...notes, reference, footer].join('\n\n'),
    }
  },
})

function linesOf(order: RefundValues, t: EmailMessages): BillLine[] {
  const items = order.items.map((item) => ({ ...item, label: shortLine(item.label) }))
  return billRows({ ...order, items }).map(({ kind, label, amount }) => ({
    label: label ?? t(`receipt.${kind as Exclude<typeof kind, 'item'>}`),
    amount: amountText(t.language, amount ?? 0, order.currency),
    isTotal: kind === 'total',
  }))
}
