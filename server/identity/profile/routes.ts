import { sendCookies, sessionCookies } from '#identity/sessions/index.ts'
import { userRefusals } from '#identity/users/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer } from '#platform/http/wire-parts.ts'
import { updateProfile } from './actions/update-profile.ts'
import { profileRefusals } from './refusals.ts'
import { updateUserBody } from './wire.ts'

const { usernameTooShort, usernameTooLong, usernameInvalid, usernameTaken } = userRefusals

const updateUser = route({
  method: 'POST',
  path: '/api/auth/update-user',
  name: 'auth:update-user',
  summary: 'Updates the name, picture and user name of the signed-in user.',
  access: 'session',
  body: updateUserBody,
  answer: statusAnswer,
  refusals: [profileRefusals.emailNotUpdatable, usernameTooShort, usernameTooLong, usernameInvalid, usernameTaken],
  handle: async ({ tx, platform, body, caller, request, reply, now }) => {
    const user = await updateProfile(tx, platform, { changes: body, caller, request, now })
    if (caller.via === 'cookie') sendCookies(reply, sessionCookies({ session: caller.session, user, now }, platform))
    return { status: true }
  },
})

export const routes: readonly Route[] = [updateUser]
