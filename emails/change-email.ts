import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** The values of the confirmation of an email change. */
export interface ChangeEmailValues extends AccountEmailValues {
  readonly newAddress: string
  /** Lifetime of the link in seconds. */
  readonly lifeSeconds: number
}

/** Sent to the old email: a verified email can be changed only from there. */
export const changeEmail = email<ChangeEmailValues>({
  name: 'change-email',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/api/auth/verify-email?token=eyJhbGciOiJIUzI1NiJ9.e30.sample&callbackURL=%2F',
    newAddress: 'sanne@visser.example',
    lifeSeconds: 3600,
  },
  compose: (values) => {
    const t = translator('en', messages)
    return accountEmail(t, values, {
      subject: t('changeEmail.subject'),
      title: t('changeEmail.title'),
      sentences: [t('changeEmail.intro', { email: values.address, newEmail: values.newAddress })],
      button: t('changeEmail.button'),
      notes: [t('changeEmail.validity', { duration: lifeText(t, values.lifeSeconds) }), t('changeEmail.disclaimer')],
    })
  },
})
