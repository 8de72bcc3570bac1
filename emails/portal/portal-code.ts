import { z } from 'zod'
import { accountEmail, lifeText, lifetime } from '../account-email.ts'
import { shortLine } from '../short-line.ts'

/** Sent to a customer who opens their portal without a session: the code is typed where it was requested. */
export const portalCode = accountEmail({
  name: 'portal-code',
  isForCustomers: true,
  values: { code: z.string(), organization: z.string(), ...lifetime },
  sample: {
    url: 'https://guildhall.example/portal/northwind?request_id=019a2f3c-7b5e-4c40-9a51-3f0d8e6b1c22',
    code: 'K7QT4X',
    organization: 'Northwind Tools',
    lifeSeconds: 1800,
  },
  content: ({ code, organization, lifeSeconds }, { t, to }) => ({
    subject: t('portalCode.subject', { code, organization: shortLine(organization) }),
    title: t('portalCode.title', { code }),
    sentences: [t('portalCode.intro', { organization: shortLine(organization) })],
    button: t('portalCode.button'),
    notes: [t('portalCode.validity', { duration: lifeText(t, lifeSeconds) }), t('portalCode.disclaimer')],
    footer: t('portalCode.footer', { email: to, organization: shortLine(organization) }),
  }),
})
