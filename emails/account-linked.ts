import { z } from 'zod'
import { accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'

/** Sent when an account of a provider becomes a sign-in method of an existing account. */
export const accountLinked = accountEmail({
  name: 'account-linked',
  values: {
    /** The display name of the provider. */
    provider: z.string(),
    at: z.iso.datetime(),
  },
  sample: {
    url: 'https://guildhall.example/account/connections',
    provider: 'GitHub',
    at: '2026-03-12T14:20:00.000Z',
  },
  content: ({ provider, at }, { t, to }) => ({
    subject: t('accountLinked.subject', { provider }),
    title: t('accountLinked.title', { provider }),
    sentences: [
      t('accountLinked.intro', { email: to, provider, moment: momentText(t.language, new Date(at)) }),
      t('accountLinked.advice', { provider }),
    ],
    button: t('accountLinked.button'),
  }),
})
