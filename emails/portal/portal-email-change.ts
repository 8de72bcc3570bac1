import { z } from 'zod'
import { accountEmail, lifeText, lifetime } from '../account-email.ts'
import { shortLine } from '../short-line.ts'

/** Sent to the new email of a customer, who confirms it by the link. */
export const portalEmailChange = accountEmail({
  name: 'portal-email-change',
  isForCustomers: true,
  values: { organization: z.string(), ...lifetime },
  sample: {
    url: 'https://guildhall.example/portal/northwind?email_token=a-secret-of-this-link',
    organization: 'Northwind Tools',
    lifeSeconds: 3600,
  },
  content: ({ organization, lifeSeconds }, { t, to }) => ({
    subject: t('portalEmailChange.subject', { organization: shortLine(organization) }),
    title: t('portalEmailChange.title'),
    sentences: [t('portalEmailChange.intro', { email: to, organization: shortLine(organization) })],
    button: t('portalEmailChange.button'),
    notes: [t('portalEmailChange.validity', { duration: lifeText(t, lifeSeconds) }), t('portalEmailChange.disclaimer')],
    footer: t('portalEmailChange.footer', { email: to, organization: shortLine(organization) }),
  }),
})
