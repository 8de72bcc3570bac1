import { z } from 'zod'
import { organizationEmail } from './email.ts'
import { html } from './html.ts'
import { button, layout, paragraph } from './layout.ts'

const values = z.object({
  endpointId: z.string(),
  /** The URL of the endpoint. */
  endpoint: z.string(),
  reason: z.enum(['gone', 'failing', 'silent']),
})

/** Sent to the owners of an organization when a webhook endpoint is disabled because its receiver fails. */
export const webhookDisabled = organizationEmail<z.output<typeof values>>({
  name: 'webhook-disabled',
  recipient: 'owners',
  values,
  sample: {
    endpointId: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    endpoint: 'https://northwind.example/hooks/billing',
    reason: 'failing',
  },
  compose: ({ endpointId, endpoint, reason }, { t, site, organization }) => {
    const page = `${site}/dashboard/${organization.slug}/developers/webhooks/${endpointId}`
    const intro = t('webhookDisabled.intro', { endpoint })
    const why = t(`webhookDisabled.${reason}`)
    const next = t('webhookDisabled.next')
    const footer = t('webhookDisabled.footer', { organization: organization.name })
    return {
      subject: t('webhookDisabled.subject', { organization: organization.name }),
      html: layout({
        language: t.language,
        preview: why,
        sender: organization.name,
        logo: organization.logo,
        banner: null,
        title: t('webhookDisabled.title'),
        body: html`${paragraph(intro)}${paragraph(why)}${paragraph(next)}${button(t('webhookDisabled.open'), page)}`,
        footer,
      }),
      text: [organization.name, t('webhookDisabled.title'), intro, why, next, page, footer].join('\n\n'),
    }
  },
})
