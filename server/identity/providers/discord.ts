import { defineProvider } from './provider.ts'
import { flagAt, personFrom, textAt } from './reading.ts'

const PICTURES = 'https://cdn.discordapp.com'
/** Discord draws six pictures for people without one, and shares them out by the time that is in the upper bits of an id. */
const DRAWN = 6n
const TIME_BITS = 22n

/** https://discord.com/developers/docs/topics/oauth2 and …/resources/user. `verified` is its word about the address. */
export const discord = defineProvider({
  id: 'discord',
  name: 'Discord',
  endpoints: { authorize: 'https://discord.com/api/oauth2/authorize', token: 'https://discord.com/api/oauth2/token' },
  scopes: ['identify', 'email'],
  // Who said yes before is not asked again; anybody else is.
  authorizeParams: { prompt: 'none' },
  profile: 'https://discord.com/api/users/@me',
  person: ({ answers: { profile } }) =>
    personFrom({
      id: textAt(profile, 'id'),
      email: textAt(profile, 'email'),
      isVerified: flagAt(profile, 'verified'),
      names: [textAt(profile, 'global_name'), textAt(profile, 'username')],
      image: pictureOf(profile),
    }),
})

function pictureOf(profile: unknown): string {
  const [id, avatar] = [textAt(profile, 'id'), textAt(profile, 'avatar')]
  if (avatar !== '') return `${PICTURES}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
  return /^\d+$/.test(id) ? `${PICTURES}/embed/avatars/${(BigInt(id) >> TIME_BITS) % DRAWN}.png` : ''
}
