import { z } from 'zod'
import { accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'

/** Sent when the owner of an email takes over an account whose email was not verified in a session of it: by a provider, or by a reset link. */
export const accountSecured = accountEmail({
  name: 'account-secured',
  values: {
    /** The display name of the provider that the owner signed in with; null for a reset link. */
    provider: z.string().nullable(),
    /** Whether the email was verified before, by a link that was opened without a session: the tokens of organizations stay then. */
    wasVerified: z.boolean(),
    at: z.iso.datetime(),
  },
  sample: {
    url: 'https://guildhall.example/account/connections',
    provider: 'Google',
    wasVerified: false,
    at: '2026-03-12T14:20:00.000Z',
  },
  content: ({ provider, wasVerified, at }, { t, to }) => ({
    subject: t('accountSecured.subject'),
    title: t('accountSecured.title'),
    sentences: [
      ...(provider === null
        ? [
            t(wasVerified ? 'accountSecured.introResetVerified' : 'accountSecured.introReset', {
              email: to,
              moment: momentText(t.language, new Date(at)),
            }),
            t('accountSecured.removedReset'),
            t('accountSecured.nextReset'),
          ]
        : [
            t(wasVerified ? 'accountSecured.introVerified' : 'accountSecured.intro', {
              email: to,
              provider,
              moment: momentText(t.language, new Date(at)),
            }),
            t('accountSecured.removed'),
            t('accountSecured.next', { provider }),
          ]),
      t(wasVerified ? 'accountSecured.organizationsWithTokens' : 'accountSecured.organizations'),
    ],
    button: t('accountSecured.button'),
    notes: [t('accountSecured.disclaimer')],
  }),
})
