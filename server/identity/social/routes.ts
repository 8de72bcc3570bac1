import { z } from 'zod'
import { listAccounts } from '#identity/accounts/index.ts'
import { requireFresh, sessionRefusals } from '#identity/sessions/index.ts'
import { type Route, route } from '#platform/http/route.ts'
import { unlinkAccount } from './actions/unlink-account.ts'
import { socialRefusals } from './refusals.ts'
import { accountWire, toAccountWire, unlinkBody } from './wire.ts'

const list = route({
  method: 'GET',
  path: '/api/auth/list-accounts',
  name: 'auth:list-accounts',
  summary: 'The ways in of whoever is signed in: a password, and accounts of providers.',
  access: 'session',
  answer: z.array(accountWire),
  handle: async ({ db, caller }) => (await listAccounts(db, caller.user.id)).map(toAccountWire),
})

const unlink = route({
  method: 'POST',
  path: '/api/auth/unlink-account',
  name: 'auth:unlink-account',
  summary: 'Takes a way in from whoever is signed in; asks for a fresh session.',
  access: 'session',
  body: unlinkBody,
  answer: z.object({ status: z.boolean() }),
  refusals: [sessionRefusals.notFresh, socialRefusals.lastAccount, socialRefusals.accountNotFound],
  handle: async ({ tx, platform, body, caller, request, now }) => {
    requireFresh(caller, platform.settings, now)
    await unlinkAccount(tx, platform, { wanted: { providerId: body.providerId, accountId: body.accountId }, caller, request, now })
    return { status: true }
  },
})

export const routes: readonly Route[] = [list, unlink]
