import { email as messages } from '#locales/en/email.ts'
import { translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'
import { email } from './email.ts'

/** The values of the email about a sign-in from a new browser. */
export interface NewDeviceValues extends AccountEmailValues {
  /** The display name: "Firefox on Linux"; null where it is unknown. */
  readonly device: string | null
  /** ISO 8601. */
  readonly at: string
  /** The client's IP address; empty where it is unknown. */
  readonly network: string
}

/** Sent after a sign-in from a new browser. */
export const newDevice = email<NewDeviceValues>({
  name: 'new-device',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/account/sessions',
    device: 'Firefox on Linux',
    at: '2026-03-12T14:20:00.000Z',
    network: '203.0.113.9',
  },
  compose: (values) => {
    const t = translator('en', messages)
    const signIn = { device: values.device ?? t('newDevice.device'), moment: momentText(values.language, new Date(values.at)) }
    return accountEmail(t, values, {
      subject: t('newDevice.subject'),
      title: t('newDevice.title'),
      sentences: [
        t('newDevice.intro', { email: values.address }),
        values.network ? t('newDevice.where', { ...signIn, ipAddress: values.network }) : t('newDevice.whereUnknown', signIn),
        t('newDevice.advice'),
      ],
      button: t('newDevice.button'),
    })
  },
})
