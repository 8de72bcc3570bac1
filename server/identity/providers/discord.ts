import { flagAt, providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

const PICTURES = 'https://cdn.discordapp.com'
/** Discord has six default pictures for users without one, and selects one by the timestamp in the upper bits of the id. */
const DEFAULT_PICTURES = 6n
const TIME_BITS = 22n

/** https://discord.com/developers/docs/topics/oauth2 and …/resources/user. `verified` is its claim about the email. */
export const discord = defineProvider({
  id: 'discord',
  name: 'Discord',
  endpoints: { authorize: 'https://discord.com/api/oauth2/authorize', token: 'https://discord.com/api/oauth2/token' },
  scopes: ['identify', 'email'],
  // Only a user who has not authorized our client before is prompted.
  authorizeParams: { prompt: 'none' },
  profile: 'https://discord.com/api/users/@me',
  toUser: ({ responses: { profile } }) =>
    providerUser({
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
  return /^\d+$/.test(id) ? `${PICTURES}/embed/avatars/${(BigInt(id) >> TIME_BITS) % DEFAULT_PICTURES}.png` : ''
}
