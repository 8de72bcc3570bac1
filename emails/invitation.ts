import { email as words } from '#locales/en/email.ts'
import { speaker } from '#locales/speaker.ts'
import { type AccountEmailValues, accountEmail, lifeText } from './account-email.ts'
import { email } from './email.ts'

/** What an invitation tells. The address that it goes to may not belong to an account yet. */
export interface InvitationValues extends AccountEmailValues {
  /** Address of whoever invites: unlike their name it was given to no more than one account. */
  readonly inviter: string
  readonly organization: string
  /** Seconds for which the link works. */
  readonly lifeSeconds: number
}

const NAME_SHOWN = 80

// Whoever makes an organization chooses its name: in a letter to strangers it is one short line, whatever it holds.
function shown(name: string): string {
  const line = name.replace(/[\s\p{C}]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > NAME_SHOWN ? `${characters.slice(0, NAME_SHOWN).join('')}…` : line
}

/** Mailed to whoever is invited to an organization. */
export const invitation = email<InvitationValues>({
  name: 'invitation',
  sample: {
    language: 'en',
    address: 'sanne@visserbouw.example',
    site: 'https://guildhall.example',
    url: 'https://guildhall.example/invitations/019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22?secret=sampleSampleSampleSampleSample12',
    inviter: 'ada@northwind.example',
    organization: 'Northwind Tools',
    lifeSeconds: 172_800,
  },
  compose: (values) => {
    const say = speaker('en', words)
    const { address, site, inviter } = values
    const organization = shown(values.organization)
    return accountEmail(say, values, {
      subject: say('invitation.subject', { organization }),
      title: say('invitation.title', { organization }),
      sentences: [
        say('invitation.intro', { inviter, organization, address }),
        say('invitation.life', { life: lifeText(say, values.lifeSeconds) }),
        say('invitation.otherwise'),
      ],
      button: say('invitation.button'),
      footer: say('invitation.footer', { address, inviter, site }),
    })
  },
})
