import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'
import { email } from './email.ts'

/** What an account that was made safe tells its owner. */
export interface AccountSecuredValues extends AccountEmailValues {
  /** The provider by which the owner came, as people know it. */
  readonly provider: string
  /** ISO 8601. */
  readonly at: string
}

/** Mailed when the owner of an address comes by a provider to an account that nobody had proven to be theirs. */
export const accountSecured = email<AccountSecuredValues>({
  name: 'account-secured',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/account/connections',
    provider: 'Google',
    at: '2026-03-12T14:20:00.000Z',
  },
  compose: (values) => {
    const say = speaker('en', words)
    const { address, provider } = values
    const moment = momentText(values.language, new Date(values.at))
    return accountEmail(say, values, {
      subject: say('accountSecured.subject'),
      title: say('accountSecured.title'),
      sentences: [
        say('accountSecured.intro', { address, provider, moment }),
        say('accountSecured.taken'),
        say('accountSecured.next', { provider }),
        say('accountSecured.left'),
        say('accountSecured.otherwise'),
      ],
      button: say('accountSecured.button'),
    })
  },
})
