import { defineProvider } from './provider.ts'
import { personFrom, textAt } from './reading.ts'

/** https://docs.kick.com. Asked for nobody, the list of users holds the one whose token it is. Nothing is said of the address. */
export const kick = defineProvider({
  id: 'kick',
  name: 'Kick',
  endpoints: { authorize: 'https://id.kick.com/oauth/authorize', token: 'https://id.kick.com/oauth/token' },
  scopes: ['user:read'],
  profile: 'https://api.kick.com/public/v1/users',
  person: ({ answers: { profile } }) =>
    personFrom({
      id: textAt(profile, 'data', 0, 'user_id'),
      email: textAt(profile, 'data', 0, 'email'),
      names: [textAt(profile, 'data', 0, 'name')],
      image: textAt(profile, 'data', 0, 'profile_picture'),
    }),
})
