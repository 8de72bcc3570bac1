import { z } from 'zod'
import { accountEmail } from '../account-email.ts'

/** Sent to the administrators of the platform when one of the operator's webhook endpoints is disabled because its receiver fails. */
export const operatorWebhookDisabled = accountEmail({
  name: 'operator-webhook-disabled',
  values: {
    /** The URL of the endpoint. */
    endpoint: z.string(),
    reason: z.enum(['gone', 'failing', 'silent']),
  },
  sample: {
    url: 'https://guildhall.example/admin/webhooks/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22',
    endpoint: 'https://crm.guildhall.example/hooks/accounts',
    reason: 'failing',
  },
  content: ({ endpoint, reason }, { t, site }) => ({
    subject: t('webhookDisabled.operatorSubject', { site }),
    title: t('webhookDisabled.title'),
    sentences: [t('webhookDisabled.intro', { endpoint }), t(`webhookDisabled.${reason}`), t('webhookDisabled.next')],
    button: t('webhookDisabled.open'),
    footer: t('webhookDisabled.operatorFooter', { site }),
  }),
})
