import { z } from 'zod'
import { onEvent, organizationEmail } from '../email.ts'
import { html } from '../html.ts'
import { button, layout, paragraph } from '../layout.ts'
import { shortLine } from '../short-line.ts'

const values = z.object({
  customerId: z.string(),
  /** The name of the customer, or the email of one without a name. */
  customer: z.string(),
})

/** Sent to the owners of an organization when a customer asks for the erasure of their personal data. */
export const erasureRequest = organizationEmail<z.output<typeof values>>({
  name: 'erasure-request',
  recipient: 'owners',
  values,
  sample: { customerId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', customer: 'Sanne Visser' },
  sentOn: onEvent('customer.erasure_requested', ({ payload }) => ({
    to: null,
    key: `erasure-request:${payload.id}`,
    values: { customerId: payload.id, customer: payload.name ?? payload.email },
  })),
  compose: (own, { t, site, organization }) => {
    const customer = shortLine(own.customer)
    const page = `${site}/dashboard/${organization.slug}/customers/${own.customerId}`
    const sentences = [t('erasureRequest.intro', { customer, organization: organization.name }), t('erasureRequest.advice')]
    const [title, footer] = [t('erasureRequest.title'), t('erasureRequest.footer', { organization: organization.name })]
    return {
      subject: t('erasureRequest.subject', { customer }),
      html: layout({
        language: t.language,
        preview: sentences[0] ?? title,
        sender: organization.name,
        logo: organization.logo,
        banner: null,
        title,
        body: html`${sentences.map(paragraph)}${button(t('erasureRequest.open'), page)}`,
        footer,
      }),
      text: [organization.name, title, ...sentences, `${t('erasureRequest.open')}: ${page}`, footer].join('\n\n'),
    }
  },
})
