import { z } from 'zod'
import { shownEmail } from '#kernel/emails/email.ts'
import { accountEmail, lifeText, lifetime } from './account-email.ts'

/** Sent to the old email: a verified email can be changed only from there. */
export const changeEmail = accountEmail({
  name: 'change-email',
  values: { newAddress: z.string(), ...lifetime },
  sample: {
    url: 'https://guildhall.example/api/auth/verify-email?token=eyJhbGciOiJIUzI1NiJ9.e30.sample&callbackURL=%2F',
    newAddress: 'sanne@visser.example',
    lifeSeconds: 3600,
  },
  content: ({ newAddress, lifeSeconds }, { t, to }) => ({
    subject: t('changeEmail.subject'),
    title: t('changeEmail.title'),
    sentences: [t('changeEmail.intro', { email: to, newEmail: shownEmail(newAddress) })],
    button: t('changeEmail.button'),
    notes: [t('changeEmail.validity', { duration: lifeText(t, lifeSeconds) }), t('changeEmail.disclaimer')],
  }),
})
