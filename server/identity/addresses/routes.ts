import { passwordRefusals } from '#identity/passwords/index.ts'
import { sendCookies, sessionCookies } from '#identity/sessions/index.ts'
import { toShortUserWire } from '#identity/users/wire.ts'
import { withQuery } from '#identity/verification/index.ts'
import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import type { Reply } from '#platform/http/reply.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import { changeEmail } from './actions/change-email.ts'
import { redeemEmailLink } from './actions/redeem-email-link.ts'
import { sendVerification } from './actions/send-verification.ts'
import { emailRefusals, linkRefusals } from './refusals.ts'
import * as wire from './wire.ts'

const sendVerificationEmail = route({
  method: 'POST',
  path: '/api/auth/send-verification-email',
  name: 'auth:send-verification-email',
  summary: 'Mails a link that verifies an email.',
  access: 'public',
  transaction: 'own',
  body: wire.sendVerificationBody,
  answer: wire.done,
  refusals: [emailRefusals.verificationNotEnabled, emailRefusals.userNotFound],
  handle: async ({ platform, body, request, now, transaction }) => {
    await sendVerification(platform, { email: body.email, callbackURL: body.callbackURL, request, now, transaction })
    return { status: true }
  },
})

const verifyEmail = route({
  method: 'GET',
  path: '/api/auth/verify-email',
  name: 'auth:verify-email',
  summary: 'Redeems a mailed link: verifies or changes an email, and redirects the browser if the link names a URL.',
  access: 'anyone',
  isNavigated: true,
  transaction: 'own',
  query: wire.verifyEmailQuery,
  answer: wire.verifyEmailAnswer,
  refusals: Object.values(linkRefusals),
  handle: async ({ platform, query: { token, callbackURL }, caller, request, reply, now, transaction }) => {
    const result = await redeemEmailLink(platform, { token, callbackURL, caller, request, now, transaction })
    if ('refusal' in result) {
      if (!callbackURL) return refuse(result.refusal)
      return reply.redirect(withQuery(callbackURL, 'error', result.refusal.sentence)) as undefined
    }
    if (result.created) sendCookies(reply, result.created.cookies)
    else if (result.renewed) sendAgain(reply, platform, { ...result.renewed, now })
    if (callbackURL) return reply.redirect(callbackURL) as undefined
    return { status: true, user: result.changed ? toShortUserWire(result.changed) : null }
  },
})

const change = route({
  method: 'POST',
  path: '/api/auth/change-email',
  name: 'auth:change-email',
  summary: 'Changes an unverified email; mails a link that confirms the change to a verified one.',
  access: 'session',
  transaction: 'own',
  body: wire.changeEmailBody,
  answer: wire.done,
  refusals: [...Object.values(emailRefusals).filter(isChangeRefusal), passwordRefusals.impersonationSession],
  handle: async ({ platform, body, caller, request, reply, now, transaction }) => {
    const { newEmail, callbackURL } = body
    const user = await changeEmail(platform, { newEmail, callbackURL, caller, request, now, transaction })
    if (user) sendAgain(reply, platform, { ...caller, user, now })
    return { status: true }
  },
})

function isChangeRefusal({ code }: RefusalEntry): boolean {
  return code !== emailRefusals.userNotFound.code
}

// A session of a bearer token has no cookie to send again.
function sendAgain(reply: Reply, platform: Platform, { via, session, user, now }: UserCaller & { readonly now: Date }): void {
  if (via === 'cookie') sendCookies(reply, sessionCookies({ session, user, now }, platform))
}

export const routes: readonly Route[] = [sendVerificationEmail, verifyEmail, change]
