import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { amountText, dayText } from './amount.ts'
import { email } from './email.ts'
import { html } from './html.ts'
import { type BillLine, bill, billText, layout, paragraph } from './layout.ts'

/** The values of a receipt. `address` is the customer's email. Amounts are in minor units of `currency`, the time is UTC. */
export interface ReceiptValues {
  readonly language: string
  readonly merchant: string
  readonly isTest: boolean
  readonly address: string
  readonly orderId: string
  readonly product: string
  readonly items: readonly { readonly label: string; readonly amount: number }[]
  readonly discountAmount: number
  readonly taxAmount: number
  readonly totalAmount: number
  readonly currency: string
  readonly paidAt: Date
}

function linesOf(values: ReceiptValues, t: ReturnType<typeof translator<typeof messages>>): BillLine[] {
  const amount = (minor: number) => amountText(values.language, minor, values.currency)
  return [
    ...values.items.map((item) => ({ label: item.label, amount: amount(item.amount) })),
    ...(values.discountAmount ? [{ label: t('receipt.discount'), amount: amount(-values.discountAmount) }] : []),
    ...(values.taxAmount ? [{ label: t('receipt.tax'), amount: amount(values.taxAmount) }] : []),
    { label: t('receipt.total'), amount: amount(values.totalAmount), isTotal: true },
  ]
}

/** Sent to a customer when an order is paid. */
export const receipt = email<ReceiptValues>({
  name: 'receipt',
  sample: {
    language: 'en',
    merchant: 'Northwind Tools',
    isTest: false,
    address: 'sanne@visserbouw.example',
    orderId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    product: 'Template Library',
    items: [{ label: 'Template Library', amount: 8900 }],
    discountAmount: 0,
    taxAmount: 1691,
    totalAmount: 10_591,
    currency: 'eur',
    paidAt: new Date('2026-03-12T14:20:00.000Z'),
  },
  compose: (values) => {
    const t = translator('en', messages)
    const total = amountText(values.language, values.totalAmount, values.currency)
    const about = { merchant: values.merchant, product: values.product, day: dayText(values.language, values.paidAt) }
    const lines = linesOf(values, t)
    const intro = t('receipt.intro', about)
    const order = t('receipt.order', { id: values.orderId })
    const footer = t('receipt.footer', { email: values.address, merchant: values.merchant })
    const banner = values.isTest ? t('testMode') : null
    return {
      subject: t(values.isTest ? 'receipt.subjectTest' : 'receipt.subject', { merchant: values.merchant }),
      html: layout({
        language: values.language,
        preview: t('receipt.preview', { product: values.product, total }),
        sender: values.merchant,
        banner,
        title: t('receipt.title'),
        body: html`${paragraph(intro)}${bill(lines)}<p class="muted" style="margin:0;color:#5c6069;font-size:12px;line-height:16px">${order}</p>`,
        footer,
      }),
      text: [values.merchant, ...(banner ? [banner] : []), t('receipt.title'), intro, billText(lines), order, footer].join('\n\n'),
    }
  },
})
