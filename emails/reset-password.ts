import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** What replacing a forgotten password tells. */
export interface ResetPasswordValues extends AccountEmailValues {
  /** Seconds for which the link works. */
  readonly lifeSeconds: number
}

/** Mailed to whoever forgot their password. */
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
    const say = speaker('en', words)
    return accountEmail(say, values, {
      subject: say('resetPassword.subject'),
      title: say('resetPassword.title'),
      sentences: [
        say('resetPassword.intro', { address: values.address }),
        say('resetPassword.life', { life: lifeText(say, values.lifeSeconds) }),
        say('resetPassword.otherwise'),
      ],
      button: say('resetPassword.button'),
    })
  },
})
