import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** What proving an address tells. */
export interface VerificationValues extends AccountEmailValues {
  /** Whether it is the new address of an account that had another. */
  readonly isChange: boolean
  /** Seconds for which the link works. */
  readonly lifeSeconds: number
}

/** Mailed to an address that is to be proven. */
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
    const say = speaker('en', words)
    return accountEmail(say, values, {
      subject: say('verification.subject'),
      title: say('verification.title'),
      sentences: [
        say(values.isChange ? 'verification.introChanged' : 'verification.intro', { address: values.address }),
        say('verification.life', { life: lifeText(say, values.lifeSeconds) }),
        say('verification.otherwise'),
      ],
      button: say('verification.button'),
    })
  },
})
