import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { email } from './email.ts'
import { html } from './html.ts'
import { button, layout, paragraph } from './layout.ts'

/** What an owner is told when deliveries to an endpoint have ended. */
export interface WebhookDisabledValues {
  readonly language: string
  readonly organization: string
  readonly endpoint: string
  readonly reason: 'gone' | 'failing' | 'silent'
  /** The endpoint's page in the dashboard. */
  readonly page: string
}

/** Sent to the owners of an organization when a webhook endpoint is switched off because its receiver fails. */
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
    const say = speaker('en', words)
    const intro = say('webhookDisabled.intro', { endpoint: values.endpoint })
    const why = say(`webhookDisabled.${values.reason}`)
    const next = say('webhookDisabled.next')
    const footer = say('webhookDisabled.footer', { organization: values.organization })
    return {
      subject: say('webhookDisabled.subject', { organization: values.organization }),
      html: layout({
        language: values.language,
        preview: why,
        sender: values.organization,
        banner: null,
        title: say('webhookDisabled.title'),
        body: html`${paragraph(intro)}${paragraph(why)}${paragraph(next)}${button(say('webhookDisabled.open'), values.page)}`,
        footer,
      }),
      text: [values.organization, say('webhookDisabled.title'), intro, why, next, values.page, footer].join('\n\n'),
    }
  },
})
