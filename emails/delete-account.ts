import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** The values of the email that confirms an account deletion. */
export interface DeleteAccountValues extends AccountEmailValues {
  /** Lifetime of the link in seconds. */
  readonly lifeSeconds: number
}

/** Sent to a user who requests the deletion of their account, where deletion is confirmed by email. */
export const deleteAccount = email<DeleteAccountValues>({
  name: 'delete-account',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/api/auth/delete-user/callback?token=samplesamplesamplesamplesample12&callbackURL=%2F',
    lifeSeconds: 86_400,
  },
  compose: (values) => {
    const t = translator('en', messages)
    return accountEmail(t, values, {
      subject: t('deleteAccount.subject'),
      title: t('deleteAccount.title'),
      sentences: [t('deleteAccount.intro', { email: values.address })],
      button: t('deleteAccount.button'),
      notes: [t('deleteAccount.validity', { duration: lifeText(t, values.lifeSeconds) }), t('deleteAccount.disclaimer')],
    })
  },
})
