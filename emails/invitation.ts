import { email as messages } from '#locales/en/email.ts'
import { type Translate, translator } from '#locales/translator.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** The values of an invitation. Its recipient may not have an account yet. */
export interface InvitationValues extends AccountEmailValues {
  /** The inviter's email, which is unique. */
  readonly inviter: string
  /** The inviter's name, which is not unique and may be anything. Absent from emails that an older version queued. */
  readonly inviterName?: string
  readonly organization: string
  /** Lifetime of the link in seconds. */
  readonly lifeSeconds: number
}

const NAME_MAXIMUM = 80

// Names are user input, sent to strangers: they are limited to one short line.
function shortened(name: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > NAME_MAXIMUM ? `${characters.slice(0, NAME_MAXIMUM).join('')}…` : line
}

/** The inviter as text: name and email, or only the email where the name could be mistaken for a link or another email. */
function inviterText(t: Translate<typeof messages>, { inviter, inviterName }: Pick<InvitationValues, 'inviter' | 'inviterName'>): string {
  const name = shortened(inviterName ?? '')
  return name === '' || /[@:/]|\.\p{L}{2}/u.test(name) ? inviter : t('invitation.inviter', { name, email: inviter })
}

/** Sent to the invited email. */
export const invitation = email<InvitationValues>({
  name: 'invitation',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/invitations/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22?secret=sampleSampleSampleSampleSample12',
    inviter: 'ada@northwind.example',
    inviterName: 'Ada Northwind',
    organization: 'Northwind Tools',
    lifeSeconds: 172_800,
  },
  compose: (values) => {
    const t = translator('en', messages)
    const { address, site } = values
    const inviter = inviterText(t, values)
    const organization = shortened(values.organization)
    return accountEmail(t, values, {
      subject: t('invitation.subject', { organization }),
      title: t('invitation.title', { organization }),
      sentences: [t('invitation.intro', { inviter, organization })],
      button: t('invitation.button'),
      notes: [t('invitation.validity', { duration: lifeText(t, values.lifeSeconds) }), t('invitation.disclaimer')],
      footer: t('invitation.footer', { email: address, inviter, site }),
    })
  },
})
