import { z } from 'zod'
import { accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'

/** Sent when the owner of an email signs in with a provider to an account whose email was not verified. */
export const accountSecured = accountEmail({
  name: 'account-secured',
  values: {
    /** The display name of the provider that the owner signed in with. */
    provider: z.string(),
    at: z.iso.datetime(),
  },
  sample: {
    url: 'https://guildhall.example/account/connections',
    provider: 'Google',
    at: '2026-03-12T14:20:00.000Z',
  },
  content: ({ provider, at }, { t, to }) => ({
    subject: t('accountSecured.subject'),
    title: t('accountSecured.title'),
    sentences: [
      t('accountSecured.intro', { email: to, provider, moment: momentText(t.language, new Date(at)) }),
      t('accountSecured.removed'),
      t('accountSecured.next', { provider }),
      t('accountSecured.organizations'),
    ],
    button: t('accountSecured.button'),
    notes: [t('accountSecured.disclaimer')],
  }),
})
