import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** The values of the email that resets a password. */
export interface ResetPasswordValues extends AccountEmailValues {
  /** Lifetime of the link in seconds. */
  readonly lifeSeconds: number
}

/** Sent to a user who forgot their password. */
export const resetPassword = email<ResetPasswordValues>({
  name: 'reset-password',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/api/auth/reset-password/sampleSampleSampleSample?callbackURL=%2Freset-password',
    lifeSeconds: 3600,
  },
  compose: (values) => {
    const t = translator('en', messages)
    return accountEmail(t, values, {
      subject: t('resetPassword.subject'),
      title: t('resetPassword.title'),
      sentences: [t('resetPassword.intro', { email: values.address })],
      button: t('resetPassword.button'),
      notes: [t('resetPassword.validity', { duration: lifeText(t, values.lifeSeconds) }), t('resetPassword.disclaimer')],
    })
  },
})
