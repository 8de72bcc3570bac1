import { defineProvider } from './provider.ts'
import { flagAt, listAt, personFrom, textAt } from './reading.ts'

// GitHub refuses whoever does not say who is asking.
const headers = { accept: 'application/vnd.github+json', 'user-agent': 'Guildhall', 'x-github-api-version': '2022-11-28' }

/**
 * https://docs.github.com/apps/oauth-apps and …/rest/users. The address on the profile is what somebody shows to the world; the one that
 * counts is the primary one of the list, with its `verified`. Only clients whose tokens end have refresh tokens.
 */
export const github = defineProvider({
  id: 'github',
  name: 'GitHub',
  endpoints: { authorize: 'https://github.com/login/oauth/authorize', token: 'https://github.com/login/oauth/access_token' },
  scopes: ['read:user', 'user:email'],
  loginHintName: 'login',
  profile: () => ({
    profile: { url: 'https://api.github.com/user', headers },
    emails: { url: 'https://api.github.com/user/emails', headers },
  }),
  // A client of the newer kind may lack the right to read addresses.
  optionalAnswers: ['emails'],
  person: ({ answers: { profile, emails } }) => {
    const primary = listAt(emails).find((each) => flagAt(each, 'primary'))
    return personFrom({
      id: textAt(profile, 'id'),
      email: textAt(primary, 'email') || textAt(profile, 'email'),
      isVerified: flagAt(primary, 'verified'),
      names: [textAt(profile, 'name'), textAt(profile, 'login')],
      image: textAt(profile, 'avatar_url'),
    })
  },
})
