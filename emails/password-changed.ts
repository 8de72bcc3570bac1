import { z } from 'zod'
import { accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'

/** Sent after a password was changed. */
export const passwordChanged = accountEmail({
  name: 'password-changed',
  values: {
    /** Whether the user changed it, replaced a forgotten one, or had none before. */
    how: z.enum(['changed', 'reset', 'set']),
    at: z.iso.datetime(),
  },
  sample: {
    url: 'https://guildhall.example/forgot-password',
    how: 'changed',
    at: '2026-03-12T14:20:00.000Z',
  },
  content: ({ how, at }, { t, to }) => ({
    subject: t('passwordChanged.subject'),
    title: t('passwordChanged.title'),
    sentences: [t(`passwordChanged.${how}`, { email: to, moment: momentText(t.language, new Date(at)) }), t('passwordChanged.advice')],
    button: t('passwordChanged.button'),
  }),
})
