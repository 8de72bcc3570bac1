import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'
import { email } from './email.ts'

/** The values of the email about a new password. */
export interface PasswordChangedValues extends AccountEmailValues {
  /** Whether the user changed it, replaced a forgotten one, or had none before. */
  readonly how: 'changed' | 'reset' | 'set'
  /** ISO 8601. */
  readonly at: string
}

/** Sent after a password was changed. */
export const passwordChanged = email<PasswordChangedValues>({
  name: 'password-changed',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/forgot-password',
    how: 'changed',
    at: '2026-03-12T14:20:00.000Z',
  },
  compose: (values) => {
    const t = translator('en', messages)
    const moment = momentText(values.language, new Date(values.at))
    return accountEmail(t, values, {
      subject: t('passwordChanged.subject'),
      title: t('passwordChanged.title'),
      sentences: [t(`passwordChanged.${values.how}`, { email: values.address, moment }), t('passwordChanged.advice')],
      button: t('passwordChanged.button'),
    })
  },
})
