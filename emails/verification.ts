import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** The values of the verification email. */
export interface VerificationValues extends AccountEmailValues {
  /** Whether it is the new email of an account that had another. */
  readonly isChange: boolean
  /** Lifetime of the link in seconds. */
  readonly lifeSeconds: number
}

/** Sent to the recipient whose email is to be verified. */
export const verification = email<VerificationValues>({
  name: 'verification',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/api/auth/verify-email?token=eyJhbGciOiJIUzI1NiJ9.e30.sample&callbackURL=%2F',
    isChange: false,
    lifeSeconds: 3600,
  },
  compose: (values) => {
    const t = translator('en', messages)
    return accountEmail(t, values, {
      subject: t('verification.subject'),
      title: t('verification.title'),
      sentences: [t(values.isChange ? 'verification.introChanged' : 'verification.intro', { email: values.address })],
      button: t('verification.button'),
      notes: [t('verification.validity', { duration: lifeText(t, values.lifeSeconds) }), t('verification.disclaimer')],
    })
  },
})
