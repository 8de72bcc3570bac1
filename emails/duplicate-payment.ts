import { z } from 'zod'
import { amountText, dayText } from './amount.ts'
import { cardName } from './card-name.ts'
import { onEvent, organizationEmail } from './email.ts'
import { html } from './html.ts'
import { layout, note, paragraph } from './layout.ts'
import { shortLine } from './short-line.ts'
import { testNotice } from './test-notice.ts'

/** The amount is in minor units of `currency`; the time is UTC. */
const values = z.object({
  /** Null where the other payment has paid no order. */
  orderNumber: z.string().nullable(),
  amount: z.int(),
  currency: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  paidAt: z.iso.datetime(),
})

/** Sent to a buyer when a second payment, or one for what they have since changed, was returned as a whole. */
export const duplicatePayment = organizationEmail<z.output<typeof values>>({
  name: 'duplicate-payment',
  recipient: 'customer',
  sentOn: onEvent('payment.returned', ({ payload: { id, email, locale, amount, currency, card, ...payment } }) => {
    // The personal data of the buyer was erased since.
    if (email === null) return null
    const values = { orderNumber: payment.order_number, amount, currency, card, paidAt: payment.created_at }
    return { to: email, language: locale, key: `payment-returned:${id}`, values }
  }),
  values,
  sample: {
    orderNumber: 'NT-0215',
    amount: 10_591,
    currency: 'eur',
    card: { brand: 'visa', last4: '4242' },
    paidAt: '2026-03-12T14:20:00.000Z',
  },
  compose: ({ orderNumber, amount, currency, card, paidAt }, { t, to, organization }) => {
    const merchant = shortLine(organization.name)
    const day = dayText(t.language, new Date(paidAt), organization.timezone)
    const details = { merchant, amount: amountText(t.language, amount, currency), day }
    const intro =
      orderNumber === null ? t('duplicatePayment.unused', details) : t('duplicatePayment.second', { ...details, order: orderNumber })
    const contacts = [organization.email, organization.website].filter((each) => each !== null).join(' · ')
    const notes = [
      ...(card ? [t('duplicatePayment.card', { card: cardName(card.brand), last4: card.last4 })] : []),
      t('duplicatePayment.wait'),
      ...(contacts === '' ? [] : [t('receipt.questions', { merchant, contacts })]),
    ]
    const footer = t('receipt.footer', { email: to, merchant })
    const banner = testNotice({ t, organization }, t('refund.testMode'))
    const title = t('duplicatePayment.title')
    return {
      subject: t(organization.isTest ? 'duplicatePayment.subjectTest' : 'duplicatePayment.subject', { merchant }),
      html: layout({
        language: t.language,
        preview: intro,
        sender: merchant,
        logo: organization.logo,
        banner,
        title,
        body: html`${paragraph(intro)}${notes.map(note)}`,
        footer,
      }),
      text: [merchant, ...(banner ? [banner] : []), title, intro, ...notes, footer].join('\n\n'),
    }
  },
})
