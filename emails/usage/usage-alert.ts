import { z } from 'zod'
import { onEvent, organizationEmail } from '../email.ts'
import { html } from '../html.ts'
import { button, layout, paragraph } from '../layout.ts'
import { shortLine } from '../short-line.ts'
import { testNotice } from '../test-notice.ts'
import { quantityText } from './quantity-text.ts'

/** Quantities are units of the meter. */
const values = z.object({
  alert: z.string(),
  meter: z.string(),
  customerId: z.string(),
  /** The name of the customer, or the email of one without a name. */
  customer: z.string(),
  threshold: z.number(),
  consumed: z.number(),
})

/** Sent to the owners of an organization when a customer has reached the threshold of an alert. */
export const usageAlert = organizationEmail<z.output<typeof values>>({
  name: 'usage-alert',
  recipient: 'owners',
  values,
  sample: {
    alert: 'Heavy use',
    meter: 'Tokens used',
    customerId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    customer: 'Sanne Visser',
    threshold: 100_000,
    consumed: 104_250.5,
  },
  sentOn: onEvent('usage_alert.announced', ({ payload }) =>
    payload.is_for_owners
      ? {
          to: null,
          key: `usage-alert:${payload.trigger_id}`,
          values: {
            alert: payload.alert_name,
            meter: payload.meter_name,
            customerId: payload.customer_id,
            customer: payload.customer_name ?? payload.customer_email,
            threshold: payload.threshold,
            consumed: payload.consumed_units,
          },
        }
      : null,
  ),
  compose: (own, { t, site, organization }) => {
    const [alert, meter, customer] = [shortLine(own.alert), shortLine(own.meter), shortLine(own.customer)]
    const [threshold, consumed] = [quantityText(t.language, own.threshold), quantityText(t.language, own.consumed)]
    const page = `${site}/dashboard/${organization.slug}/customers/${own.customerId}`
    const sentences = [
      t('usageAlert.intro', { customer, consumed, meter }),
      t('usageAlert.threshold', { alert, threshold }),
      t('usageAlert.once'),
    ]
    const banner = testNotice({ t, organization }, t('usageNotice.testMode'))
    const footer = t('usageAlert.footer', { organization: organization.name })
    const title = t('usageAlert.title')
    return {
      subject: t('usageAlert.subject', { customer, meter }),
      html: layout({
        language: t.language,
        preview: sentences[0] ?? title,
        sender: organization.name,
        logo: organization.logo,
        banner,
        title,
        body: html`${sentences.map(paragraph)}${button(t('usageAlert.open'), page)}`,
        footer,
      }),
      text: [organization.name, ...(banner ? [banner] : []), title, ...sentences, `${t('usageAlert.open')}: ${page}`, footer].join('\n\n'),
    }
  },
})
