import { accountEmail, lifeText, lifetime } from './account-email.ts'

/** Sent to a user who forgot their password. */
export const resetPassword = accountEmail({
  name: 'reset-password',
  values: lifetime,
  sample: {
    url: 'https://guildhall.example/api/auth/reset-password/sampleSampleSampleSample?callbackURL=%2Freset-password',
    lifeSeconds: 3600,
  },
  content: ({ lifeSeconds }, { t, to }) => ({
    subject: t('resetPassword.subject'),
    title: t('resetPassword.title'),
    sentences: [t('resetPassword.intro', { email: to })],
    button: t('resetPassword.button'),
    notes: [t('resetPassword.validity', { duration: lifeText(t, lifeSeconds) }), t('resetPassword.disclaimer')],
  }),
})
