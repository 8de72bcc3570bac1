import { z } from 'zod'
import { accountEmail, lifeText, lifetime } from './account-email.ts'

/** Sent to the recipient whose email is to be verified. */
export const verification = accountEmail({
  name: 'verification',
  values: {
    /** Whether it is the new email of an account that had another. */
    isChange: z.boolean(),
    ...lifetime,
  },
  sample: {
    url: 'https://guildhall.example/api/auth/verify-email?token=eyJhbGciOiJIUzI1NiJ9.e30.sample&callbackURL=%2F',
    isChange: false,
    lifeSeconds: 3600,
  },
  content: ({ isChange, lifeSeconds }, { t, to }) => ({
    subject: t('verification.subject'),
    title: t('verification.title'),
    sentences: [t(isChange ? 'verification.introChanged' : 'verification.intro', { email: to })],
    button: t('verification.button'),
    notes: [t('verification.validity', { duration: lifeText(t, lifeSeconds) }), t('verification.disclaimer')],
  }),
})
