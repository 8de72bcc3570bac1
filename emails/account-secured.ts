import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'
import { email } from './email.ts'

/** The values of the email about a secured account. */
export interface AccountSecuredValues extends AccountEmailValues {
  /** The display name of the provider that the owner signed in with. */
  readonly provider: string
  /** ISO 8601. */
  readonly at: string
}

/** Sent when the owner of an email signs in with a provider to an account whose email was not verified. */
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
    const t = translator('en', messages)
    const { address, provider } = values
    const moment = momentText(values.language, new Date(values.at))
    return accountEmail(t, values, {
      subject: t('accountSecured.subject'),
      title: t('accountSecured.title'),
      sentences: [
        t('accountSecured.intro', { email: address, provider, moment }),
        t('accountSecured.removed'),
        t('accountSecured.next', { provider }),
        t('accountSecured.organizations'),
      ],
      button: t('accountSecured.button'),
      notes: [t('accountSecured.disclaimer')],
    })
  },
})
