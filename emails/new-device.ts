import { z } from 'zod'
import { accountEmail } from './account-email.ts'
import { momentText } from './amount.ts'

/** Sent after a sign-in from a new browser. */
export const newDevice = accountEmail({
  name: 'new-device',
  values: {
    /** The display name: "Firefox on Linux"; null where it is unknown. */
    device: z.string().nullable(),
    at: z.iso.datetime(),
    /** The client's IP address; empty where it is unknown. */
    network: z.string(),
  },
  sample: {
    url: 'https://guildhall.example/account/sessions',
    device: 'Firefox on Linux',
    at: '2026-03-12T14:20:00.000Z',
    network: '203.0.113.9',
  },
  content: ({ device, at, network }, { t, to }) => {
    const signIn = { device: device ?? t('newDevice.device'), moment: momentText(t.language, new Date(at)) }
    return {
      subject: t('newDevice.subject'),
      title: t('newDevice.title'),
      sentences: [
        t('newDevice.intro', { email: to }),
        network ? t('newDevice.where', { ...signIn, ipAddress: network }) : t('newDevice.whereUnknown', signIn),
        t('newDevice.advice'),
      ],
      button: t('newDevice.button'),
    }
  },
})
