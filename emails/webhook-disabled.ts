import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { email } from './email.ts'
import { html } from './html.ts'
import { button, layout, paragraph } from './layout.ts'

/** The values of the email about a disabled webhook endpoint. */
export interface WebhookDisabledValues {
  readonly language: string
  readonly organization: string
  readonly endpoint: string
  readonly reason: 'gone' | 'failing' | 'silent'
  /** The endpoint's page in the dashboard. */
  readonly page: string
}

/** Sent to the owners of an organization when a webhook endpoint is disabled because its receiver fails. */
export const webhookDisabled = email<WebhookDisabledValues>({
  name: 'webhook-disabled',
  sample: {
    language: 'en',
    organization: 'Northwind Tools',
    endpoint: 'https://northwind.example/hooks/billing',
    reason: 'failing',
    page: 'https://guildhall.example/dashboard/northwind/developers/webhooks/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
  },
  compose: (values) => {
    const t = translator('en', messages)
    const intro = t('webhookDisabled.intro', { endpoint: values.endpoint })
    const why = t(`webhookDisabled.${values.reason}`)
    const next = t('webhookDisabled.next')
    const footer = t('webhookDisabled.footer', { organization: values.organization })
    return {
      subject: t('webhookDisabled.subject', { organization: values.organization }),
      html: layout({
        language: values.language,
        preview: why,
        sender: values.organization,
        banner: null,
        title: t('webhookDisabled.title'),
        body: html`${paragraph(intro)}${paragraph(why)}${paragraph(next)}${button(t('webhookDisabled.open'), values.page)}`,
        footer,
      }),
      text: [values.organization, t('webhookDisabled.title'), intro, why, next, values.page, footer].join('\n\n'),
    }
  },
})
