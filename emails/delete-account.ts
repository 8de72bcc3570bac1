import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** What deleting an account tells. */
export interface DeleteAccountValues extends AccountEmailValues {
  /** Seconds for which the link works. */
  readonly lifeSeconds: number
}

/** Mailed to whoever wants their account deleted, where deletion is confirmed by mail. */
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
    const say = speaker('en', words)
    return accountEmail(say, values, {
      subject: say('deleteAccount.subject'),
      title: say('deleteAccount.title'),
      sentences: [
        say('deleteAccount.intro', { address: values.address }),
        say('deleteAccount.life', { life: lifeText(say, values.lifeSeconds) }),
        say('deleteAccount.otherwise'),
      ],
      button: say('deleteAccount.button'),
    })
  },
})
