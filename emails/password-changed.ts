import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'
import { email } from './email.ts'

/** What a new password tells its owner. */
export interface PasswordChangedValues extends AccountEmailValues {
  /** Whether they changed it, replaced a forgotten one, or had none before. */
  readonly how: 'changed' | 'reset' | 'set'
  /** ISO 8601. */
  readonly at: string
}

/** Mailed after a password became another. */
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
    const say = speaker('en', words)
    const moment = momentText(values.language, new Date(values.at))
    return accountEmail(say, values, {
      subject: say('passwordChanged.subject'),
      title: say('passwordChanged.title'),
      sentences: [say(`passwordChanged.${values.how}`, { address: values.address, moment }), say('passwordChanged.otherwise')],
      button: say('passwordChanged.button'),
    })
  },
})
