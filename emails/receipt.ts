import { z } from 'zod'
import { billRows } from '#kernel/bill/rows.ts'
import { amountText, dayText } from './amount.ts'
import { onEvent, organizationEmail } from './email.ts'
import { html } from './html.ts'
import { type BillLine, bill, billText, layout, note, paragraph } from './layout.ts'
import type { EmailMessages } from './messages.ts'
import { shortLine } from './short-line.ts'

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
  currency: z.string(),
  paidAt: z.iso.datetime(),
})

type ReceiptValues = z.output<typeof values>

/** Sent to a customer when an order is paid. */
export const receipt = organizationEmail<ReceiptValues>({
  name: 'receipt',
  recipient: 'customer',
  sentOn: onEvent('order.paid', ({ payload: order, happenedAt }) => ({
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
      currency: order.currency,
      paidAt: happenedAt.toISOString(),
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
    currency: 'eur',
    paidAt: '2026-03-12T14:20:00.000Z',
  },
  compose: (order, { t, to, organization }) => {
    const [merchant, product] = [shortLine(organization.name), shortLine(order.product)]
    const total = amountText(t.language, order.totalAmount, order.currency)
    const lines = linesOf(order, t)
    const intro = t('receipt.intro', { merchant, product, day: dayText(t.language, new Date(order.paidAt)) })
    const reference = t('receipt.order', { id: order.number ?? order.orderId })
    const contacts = [organization.email, organization.website].filter((each) => each !== null).join(' · ')
    const questions = contacts === '' ? [] : [t('receipt.questions', { merchant, contacts })]
    const footer = t('receipt.footer', { email: to, merchant })
    const banner = organization.isTest ? t('testMode') : null
    return {
      subject: t(organization.isTest ? 'receipt.subjectTest' : 'receipt.subject', { merchant }),
      html: layout({
        language: t.language,
        preview: t('receipt.preview', { product, total }),
        sender: merchant,
        logo: organization.logo,
        banner,
        title: t('receipt.title'),
        body: html`${paragraph(intro)}${bill(lines)}${questions.map(note)}<p class="muted" style="margin:0;color:#5c6069;font-size:12px;line-height:16px">${reference}</p>`,
        footer,
      }),
      text: [merchant, ...(banner ? [banner] : []), t('receipt.title'), intro, billText(lines), ...questions, reference, footer].join(
        '\n\n',
      ),
    }
  },
})

function linesOf(order: ReceiptValues, t: EmailMessages): BillLine[] {
  const amount = (minor: number) => amountText(t.language, minor, order.currency)
  const items = order.items.map((item) => ({ ...item, label: shortLine(item.label) }))
  return billRows({ ...order, items }).map(({ kind, label, amount: minor }) => ({
    label: label ?? t(`receipt.${kind as Exclude<typeof kind, 'item'>}`),
    amount: amount(minor ?? 0),
    isTotal: kind === 'total',
  }))
}
