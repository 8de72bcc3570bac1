import { refuse } from '#kernel/refusal.ts'
import { customerRefusals } from '#merchant/customers/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { confirmEmailUpdate } from './actions/confirm-email-update.ts'
import { enqueueEmailUpdate } from './actions/enqueue-email-update.ts'
import { withdrawEmailChange } from './actions/withdraw-email-change.ts'
import { emailUpdateRefusals } from './refusals.ts'
import { findEmailChange, findEmailReturn } from './store.ts'
import {
  emailReturnRequest,
  emailUpdateCheckQuery,
  emailUpdateRequest,
  emailUpdateRequested,
  emailUpdateVerifyRequest,
  emailUpdateVerifyResponse,
} from './wire.ts'

const PATH = '/v1/customer-portal/customers/me/email-update'

export const emailUpdateRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${PATH}/request`,
    name: 'customer_portal:customers:request_email_update',
    summary: 'Emails a link to a new address of the customer, which counts once the link is opened.',
    access: 'customer',
    impersonation: 'allowed',
    body: emailUpdateRequest,
    answer: emailUpdateRequested,
    status: 202,
    addition: true,
    limit: { none: 'A customer has one at a time.' },
    refusals: [customerRefusals.ResourceNotFound, emailUpdateRefusals.NotPermitted, emailUpdateRefusals.FreshCodeRequired],
    handle: async ({ tx, body, ...call }) => {
      await enqueueEmailUpdate(tx, call, { caller: call.caller, email: body.email })
      return {}
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/check`,
    name: 'customer_portal:customers:check_email_update',
    summary: 'Says whether the link to a new email is valid, without using it.',
    access: 'public',
    query: emailUpdateCheckQuery,
    status: 204,
    addition: true,
    refusals: [emailUpdateRefusals.EmailUpdateInvalidOrExpired],
    handle: async ({ db, platform, query, now }) => {
      const change = await findEmailChange(db, platform.secrets.digest(query.token), now)
      if (!change) refuse(emailUpdateRefusals.EmailUpdateInvalidOrExpired)
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/verify`,
    name: 'customer_portal:customers:verify_email_update',
    summary: 'Confirms a new email by the secret of its link, and opens a session of an hour.',
    access: 'public',
    impersonation: 'allowed',
    body: emailUpdateVerifyRequest,
    answer: emailUpdateVerifyResponse,
    addition: true,
    limit: { none: 'One for each link.' },
    refusals: [emailUpdateRefusals.EmailUpdateInvalidOrExpired],
    handle: ({ tx, body, ...call }) => confirmEmailUpdate(tx, call, body.token),
  }),
  route({
    method: 'GET',
    path: `${PATH}/return/check`,
    name: 'customer_portal:customers:check_email_return',
    summary: 'Says whether the link that takes a change of the email back is valid, without using it.',
    access: 'public',
    query: emailUpdateCheckQuery,
    status: 204,
    addition: true,
    refusals: [emailUpdateRefusals.EmailReturnInvalidOrExpired],
    handle: async ({ db, platform, query, now }) => {
      const found = await findEmailReturn(db, platform.secrets.digest(query.token), now)
      if (!found) refuse(emailUpdateRefusals.EmailReturnInvalidOrExpired)
    },
  }),
  route({
    method: 'POST',
    path: `${PATH}/return`,
    name: 'customer_portal:customers:return_email',
    summary: 'Takes a change of the email back by the secret of the link that went to the former address: all sessions end, and one opens.',
    access: 'public',
    impersonation: 'allowed',
    body: emailReturnRequest,
    answer: emailUpdateVerifyResponse,
    addition: true,
    limit: { none: 'One for each link.' },
    refusals: [emailUpdateRefusals.EmailReturnInvalidOrExpired],
    handle: ({ tx, body, ...call }) => withdrawEmailChange(tx, call, body.token),
  }),
]
