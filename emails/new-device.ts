import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'
import { email } from './email.ts'

/** What a sign-in from a new browser tells. */
export interface NewDeviceValues extends AccountEmailValues {
  /** As people name it: "Firefox on Linux"; null where it does not say. */
  readonly device: string | null
  /** ISO 8601. */
  readonly at: string
  /** The client's address; empty where there is none. */
  readonly network: string
}

/** Mailed when somebody signs in from a browser that is new. */
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
    const say = speaker('en', words)
    const seen = { device: values.device ?? say('newDevice.device'), moment: momentText(values.language, new Date(values.at)) }
    return accountEmail(say, values, {
      subject: say('newDevice.subject'),
      title: say('newDevice.title'),
      sentences: [
        say('newDevice.intro', { address: values.address }),
        values.network ? say('newDevice.where', { ...seen, network: values.network }) : say('newDevice.whereUnknown', seen),
        say('newDevice.otherwise'),
      ],
      button: say('newDevice.button'),
    })
  },
})
