import { accountEmail, lifeText, lifetime } from './account-email.ts'

/** Sent to a user who requests the deletion of their account, where deletion is confirmed by email. */
export const deleteAccount = accountEmail({
  name: 'delete-account',
  values: lifetime,
  sample: {
    url: 'https://guildhall.example/api/auth/delete-user/callback?token=samplesamplesamplesamplesample12&callbackURL=%2F',
    lifeSeconds: 86_400,
  },
  content: ({ lifeSeconds }, { t, to }) => ({
    subject: t('deleteAccount.subject'),
    title: t('deleteAccount.title'),
    sentences: [t('deleteAccount.intro', { email: to })],
    button: t('deleteAccount.button'),
    notes: [t('deleteAccount.validity', { duration: lifeText(t, lifeSeconds) }), t('deleteAccount.disclaimer')],
  }),
})
