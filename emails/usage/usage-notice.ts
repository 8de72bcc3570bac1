import { z } from 'zod'
import { onEvent, organizationEmail } from '../email.ts'
import { html } from '../html.ts'
import { layout, note, paragraph } from '../layout.ts'
import { shortLine } from '../short-line.ts'
import { testNotice } from '../test-notice.ts'
import { quantityText } from './quantity-text.ts'

/** Quantities are units of the meter. */
const values = z.object({ meter: z.string(), threshold: z.number(), consumed: z.number() })

/** Sent to a customer who has reached the threshold of an alert of which the merchant lets customers know. */
export const usageNotice = organizationEmail<z.output<typeof values>>({
  name: 'usage-notice',
  recipient: 'customer',
  values,
  sample: { meter: 'Tokens used', threshold: 100_000, consumed: 104_250.5 },
  sentOn: onEvent('usage_alert.announced', ({ payload }) =>
    payload.is_for_customer
      ? {
          to: payload.customer_email,
          language: payload.locale,
          key: `usage-notice:${payload.trigger_id}`,
          values: { meter: payload.meter_name, threshold: payload.threshold, consumed: payload.consumed_units },
        }
      : null,
  ),
  compose: (own, { t, to, organization }) => {
    const [merchant, meter] = [shortLine(organization.name), shortLine(own.meter)]
    const [threshold, consumed] = [quantityText(t.language, own.threshold), quantityText(t.language, own.consumed)]
    const sentences = [t('usageNotice.intro', { consumed, meter, merchant }), t('usageNotice.threshold', { threshold, merchant })]
    const contacts = [organization.email, organization.website].filter((each) => each !== null).join(' · ')
    const notes = contacts === '' ? [] : [t('receipt.questions', { merchant, contacts })]
    const banner = testNotice({ t, organization }, t('usageNotice.testMode'))
    const footer = t('usageNotice.footer', { email: to, merchant })
    const title = t('usageNotice.title')
    const subject = t('usageNotice.subject', { meter, merchant })
    return {
      subject: organization.isTest ? t('subscription.subjectTest', { subject }) : subject,
      html: layout({
        language: t.language,
        preview: sentences[0] ?? title,
        sender: merchant,
        logo: organization.logo,
        banner,
        title,
        body: html`${sentences.map(paragraph)}${notes.map(note)}`,
        footer,
      }),
      text: [merchant, ...(banner ? [banner] : []), title, ...sentences, ...notes, footer].join('\n\n'),
    }
  },
})
