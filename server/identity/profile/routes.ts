import { z } from 'zod'
import { sendCookies, sessionCookies } from '#identity/sessions/index.ts'
import { userRefusals } from '#identity/users/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { updateProfile } from './actions/update-profile.ts'
import { profileRefusals } from './refusals.ts'
import { updateUserBody } from './wire.ts'

const { usernameTooShort, usernameTooLong, usernameInvalid, usernameTaken } = userRefusals

const updateUser = route({
  method: 'POST',
  path: '/api/auth/update-user',
  name: 'auth:update-user',
  summary: 'Changes name, picture and user name of whoever is signed in.',
  access: 'session',
  body: updateUserBody,
  answer: z.object({ status: z.boolean() }),
  refusals: [profileRefusals.emailNotHere, usernameTooShort, usernameTooLong, usernameInvalid, usernameTaken],
  handle: async ({ tx, platform, body, caller, request, reply, now }) => {
    const user = await updateProfile(tx, platform, { wanted: body, caller, request, now })
    if (caller.via === 'cookie') sendCookies(reply, sessionCookies({ session: caller.session, user, now }, platform))
    return { status: true }
  },
})

export const routes: readonly Route[] = [updateUser]
