import { z } from 'zod'
import { accountEmail, lifeText, lifetime } from '../account-email.ts'
import { shortLine } from '../short-line.ts'

/** Sent to the former email of a customer after a change, with a link that takes it back. */
export const portalEmailChanged = accountEmail({
  name: 'portal-email-changed',
  isForCustomers: true,
  values: { organization: z.string(), newAddress: z.string(), ...lifetime },
  sample: {
    url: 'https://guildhall.example/portal/northwind?email_return_token=a-secret-of-this-link',
    organization: 'Northwind Tools',
    newAddress: 'blaise@pascal.example',
    lifeSeconds: 604_800,
  },
  content: ({ organization, newAddress, lifeSeconds }, { t, to }) => ({
    subject: t('portalEmailChanged.subject', { organization: shortLine(organization) }),
    title: t('portalEmailChanged.title'),
    sentences: [t('portalEmailChanged.intro', { email: newAddress, organization: shortLine(organization) }), t('portalEmailChanged.yours')],
    button: t('portalEmailChanged.button'),
    notes: [t('portalEmailChanged.validity', { duration: lifeText(t, lifeSeconds) })],
    footer: t('portalEmailChanged.footer', { email: to, organization: shortLine(organization) }),
  }),
})
