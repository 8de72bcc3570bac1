import { z } from 'zod'
import { amountText } from '../amount.ts'
import { onEvent, organizationEmail } from '../email.ts'
import { html } from '../html.ts'
import { button, layout, paragraph } from '../layout.ts'
import { shortLine } from '../short-line.ts'
import { testNotice } from '../test-notice.ts'

/** Amounts are in minor units of `currency`: what was reclaimed, with the tax, and what the processor keeps for the dispute. */
const values = z.object({
  disputeId: z.string(),
  status: z.enum(['won', 'lost']),
  orderNumber: z.string(),
  /** The name of the customer, or the email of one without a name. */
  customer: z.string(),
  amount: z.int(),
  feeAmount: z.int(),
  currency: z.string(),
})

/** Sent to the owners of an organization when a dispute is won or lost. */
export const disputeResolved = organizationEmail<z.output<typeof values>>({
  name: 'dispute-resolved',
  recipient: 'owners',
  values,
  sample: {
    disputeId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    status: 'lost',
    orderNumber: 'NT-0215',
    customer: 'Sanne Visser',
    amount: 10_591,
    feeAmount: 1500,
    currency: 'eur',
  },
  sentOn: onEvent('dispute.resolved', ({ payload: { id, customer, status, total_amount: amount, currency, ...dispute } }) => ({
    to: null,
    key: `dispute-resolved:${id}`,
    values: {
      disputeId: id,
      status: status === 'won' ? 'won' : 'lost',
      orderNumber: dispute.order_number,
      customer: customer.name ?? customer.email,
      amount,
      feeAmount: dispute.fee_amount,
      currency,
    },
  })),
  compose: (own, { t, site, organization }) => {
    const { status, orderNumber: order } = own
    const customer = shortLine(own.customer)
    const amount = amountText(t.language, own.amount, own.currency)
    const fee = amountText(t.language, own.feeAmount, own.currency)
    const page = `${site}/dashboard/${organization.slug}/disputes/${own.disputeId}`
    const sentences = [
      t(`disputeResolved.${status}.intro`, { customer, order, amount }),
      ...(own.feeAmount > 0 ? [t('disputeResolved.fee', { fee })] : []),
    ]
    const banner = testNotice({ t, organization }, t('disputeOpened.testMode'))
    const footer = t('disputeOpened.footer', { organization: organization.name })
    const title = t(`disputeResolved.${status}.title`)
    return {
      subject: t(`disputeResolved.${status}.subject`, { order }),
      html: layout({
        language: t.language,
        preview: sentences[0] ?? title,
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
