import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** What changing an address tells its present owner. */
export interface ChangeEmailValues extends AccountEmailValues {
  readonly newAddress: string
  /** Seconds for which the link works. */
  readonly lifeSeconds: number
}

/** Mailed to the old address: only from there a proven address may be changed. */
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
    const say = speaker('en', words)
    return accountEmail(say, values, {
      subject: say('changeEmail.subject'),
      title: say('changeEmail.title'),
      sentences: [
        say('changeEmail.intro', { address: values.address, newAddress: values.newAddress }),
        say('changeEmail.life', { life: lifeText(say, values.lifeSeconds) }),
        say('changeEmail.otherwise'),
      ],
      button: say('changeEmail.button'),
    })
  },
})
