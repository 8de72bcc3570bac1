import { z } from 'zod'
import { accountEmail, lifeText, lifetime } from './account-email.ts'
import type { EmailMessages } from './messages.ts'
import { shortLine } from './short-line.ts'

/** Sent to the invited email. Its recipient may not have an account yet. */
export const invitation = accountEmail({
  name: 'invitation',
  values: {
    /** The inviter's email, which is unique. */
    inviter: z.string(),
    /** The inviter's name, which is not unique and may be anything. Absent from emails that an older version queued. */
    inviterName: z.string().default(''),
    organization: z.string(),
    ...lifetime,
  },
  sample: {
    url: 'https://guildhall.example/invitations/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22?secret=sampleSampleSampleSampleSample12',
    inviter: 'ada@northwind.example',
    inviterName: 'Ada Northwind',
    organization: 'Northwind Tools',
    lifeSeconds: 172_800,
  },
  content: (values, { t, to, site }) => {
    const inviter = inviterText(t, values.inviter, values.inviterName)
    const organization = shortLine(values.organization)
    return {
      subject: t('invitation.subject', { organization }),
      title: t('invitation.title', { organization }),
      sentences: [t('invitation.intro', { inviter, organization })],
      button: t('invitation.button'),
      notes: [t('invitation.validity', { duration: lifeText(t, values.lifeSeconds) }), t('invitation.disclaimer')],
      footer: t('invitation.footer', { email: to, inviter, site }),
    }
  },
})

/** The inviter as text: name and email, or only the email where the name could be mistaken for a link or another email. */
function inviterText(t: EmailMessages, email: string, inviterName: string): string {
  const name = shortLine(inviterName)
  return name === '' || /[@:/]|\.\p{L}{2}/u.test(name) ? email : t('invitation.inviter', { name, email })
}
