import { passwordRefusals } from '#identity/passwords/index.ts'
import { sendCookies, sessionCookies } from '#identity/sessions/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { withQuery } from '#identity/verification/index.ts'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { Reply } from '#platform/http/request.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Platform } from '#platform/platform.ts'
import { changeAddress } from './actions/change-address.ts'
import { openLink } from './actions/open-link.ts'
import { sendVerification } from './actions/send-verification.ts'
import { addressRefusals, linkRefusals } from './refusals.ts'
import * as wire from './wire.ts'

const sendVerificationEmail = route({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  name: 'auth:send-verification-email',
  summary: 'Mails a link that proves an address.',
  access: 'public',
  transaction: 'own',
  body: wire.sendVerificationBody,
  answer: wire.done,
  refusals: [addressRefusals.verificationNotEnabled, addressRefusals.userNotFound],
  handle: async ({ platform, body, request, now, transaction }) => {
    await sendVerification(platform, { email: body.email, callbackURL: body.callbackURL, request, now, transaction })
    return { status: true }
  },
})

const verifyEmail = route({
  method: 'GET',
  path: '/api/auth/verify-email',
  name: 'auth:verify-email',
  summary: 'Opens a mailed link: proves an address or changes it, and leads the browser on where the link says so.',
  access: 'anyone',
  isNavigated: true,
  transaction: 'own',
  query: wire.verifyEmailQuery,
  answer: wire.verifyEmailAnswer,
  refusals: Object.values(linkRefusals),
  handle: async ({ platform, query: { token, callbackURL }, caller, request, reply, now, transaction }) => {
    const opened = await openLink(platform, { token, callbackURL, caller, request, now, transaction })
    if ('fault' in opened) {
      if (!callbackURL) return refuse(opened.fault)
      return reply.redirect(withQuery(callbackURL, 'error', opened.fault.sentence)) as undefined
    }
    if (opened.begun) sendCookies(reply, opened.begun.cookies)
    else if (opened.renewed) sendAgain(reply, platform, { ...opened.renewed, now })
    if (callbackURL) return reply.redirect(callbackURL) as undefined
    return { status: true, user: opened.changed ? toShortUserWire(opened.changed) : null }
  },
})

const changeEmail = route({
  method: 'POST',
  path: '/api/auth/change-email',
  name: 'auth:change-email',
  summary: 'Changes an address that is not proven; mails the owner of a proven one a link that confirms the change.',
  access: 'session',
  transaction: 'own',
  body: wire.changeEmailBody,
  answer: wire.done,
  refusals: [...Object.values(addressRefusals).filter(isOfChange), passwordRefusals.borrowedSession],
  handle: async ({ platform, body, caller, request, reply, now, transaction }) => {
    const { newEmail, callbackURL } = body
    const user = await changeAddress(platform, { newEmail, callbackURL, caller, request, now, transaction })
    if (user) sendAgain(reply, platform, { ...caller, user, now })
    return { status: true }
  },
})

function isOfChange({ code }: RefusalEntry): boolean {
  return code !== addressRefusals.userNotFound.code
}

// A bearer's session has no cookie to be sent again.
function sendAgain(reply: Reply, platform: Platform, { via, session, user, now }: UserCaller & { readonly now: Date }): void {
  if (via === 'cookie') sendCookies(reply, sessionCookies({ session, user, now }, platform))
}

export const routes: readonly Route[] = [sendVerificationEmail, verifyEmail, changeEmail]
