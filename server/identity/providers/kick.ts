import { providerUser, textAt } from './profile-fields.ts'
import { defineProvider } from './provider.ts'

/** https://docs.kick.com. Without an id, the list of users contains the user of the token. Kick makes no claim about the email. */
export const kick = defineProvider({
  id: 'kick',
  name: 'Kick',
  endpoints: { authorize: 'https://id.kick.com/oauth/authorize', token: 'https://id.kick.com/oauth/token' },
  scopes: ['user:read'],
  profile: 'https://api.kick.com/public/v1/users',
  toUser: ({ responses: { profile } }) =>
    providerUser({
      id: textAt(profile, 'data', 0, 'user_id'),
      email: textAt(profile, 'data', 0, 'email'),
      names: [textAt(profile, 'data', 0, 'name')],
      image: textAt(profile, 'data', 0, 'profile_picture'),
    }),
})
