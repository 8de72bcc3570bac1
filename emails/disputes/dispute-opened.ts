import { z } from 'zod'
import { amountText, momentText } from '../amount.ts'
import { onEvent, organizationEmail } from '../email.ts'
import { html } from '../html.ts'
import { button, layout, paragraph } from '../layout.ts'
import { shortLine } from '../short-line.ts'
import { testNotice } from '../test-notice.ts'

/** The amount is in minor units of `currency`, with the tax; times are UTC. */
const values = z.object({
  disputeId: z.string(),
  orderNumber: z.string(),
  /** The name of the customer, or the email of one without a name. */
  customer: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** Until when evidence can be sent; null where none is needed. */
  evidenceDueBy: z.iso.datetime().nullable(),
})

/** Sent to the owners of an organization when the bank of a cardholder reclaims a payment. */
export const disputeOpened = organizationEmail<z.output<typeof values>>({
  name: 'dispute-opened',
  recipient: 'owners',
  values,
  sample: {
    disputeId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    orderNumber: 'NT-0215',
    customer: 'Sanne Visser',
    amount: 10_591,
    currency: 'eur',
    evidenceDueBy: '2026-03-19T14:20:00.000Z',
  },
  sentOn: onEvent('dispute.opened', ({ payload: { id, customer, total_amount: amount, currency, ...dispute } }) => ({
    to: null,
    key: `dispute-opened:${id}`,
    values: {
      disputeId: id,
      orderNumber: dispute.order_number,
      customer: customer.name ?? customer.email,
      amount,
      currency,
      evidenceDueBy: dispute.evidence_due_by,
    },
  })),
  compose: (own, { t, site, organization }) => {
    const [order, customer] = [own.orderNumber, shortLine(own.customer)]
    const amount = amountText(t.language, own.amount, own.currency)
    const page = `${site}/dashboard/${organization.slug}/disputes/${own.disputeId}`
    const due = own.evidenceDueBy === null ? null : momentText(t.language, new Date(own.evidenceDueBy))
    const sentences = [
      t('disputeOpened.intro', { customer, order, amount }),
      due === null ? t('disputeOpened.review') : t('disputeOpened.due', { due }),
      t('disputeOpened.meanwhile'),
    ]
    const banner = testNotice({ t, organization }, t('disputeOpened.testMode'))
    const footer = t('disputeOpened.footer', { organization: organization.name })
    const title = t('disputeOpened.title')
    return {
      subject: t('disputeOpened.subject', { order, amount }),
      html: layout({
        language: t.language,
        preview: sentences[1] ?? title,
        sender: organization.name,
        logo: organization.logo,
        banner,
        title,
        body: html`${sentences.map(paragraph)}${button(t('disputeOpened.open'), page)}`,
        footer,
      }),
      text: [organization.name, ...(banner ? [banner] : []), title, ...sentences, `${t('disputeOpened.open')}: ${page}`, footer].join(
        '\n\n',
      ),
    }
  },
})
