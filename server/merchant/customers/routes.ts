import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import { type Route, route } from '#platform/http/route.ts'
import { id } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { avatarSvg } from './avatar.ts'
import { customerList } from './reads.ts'
import { customerRefusals } from './refusals.ts'
import { findAvatarSubject } from './store.ts'
import { customer, customerCsv, toCustomerWire } from './wire.ts'

const AVATAR_CACHE_SECONDS = 3600

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/customers/',
    name: 'customers',
    nouns: ['customers', 'a customer'],
    scope: 'customers:read',
    list: customerList,
    schema: customer,
    toWire: toCustomerWire,
    notFound: customerRefusals.ResourceNotFound,
    csv: customerCsv,
  }),
  route({
    method: 'GET',
    path: '/avatars/{id}.svg',
    name: 'customers:avatar',
    summary: 'The avatar of a customer: initials on a colour derived from the id.',
    access: 'public',
    params: z.object({ id }),
    addition: true,
    answerType: 'image/svg+xml',
    refusals: [customerRefusals.ResourceNotFound],
    handle: async ({ db, params, reply }) => {
      const subject = (await findAvatarSubject(db, params.id)) ?? refuse(customerRefusals.ResourceNotFound)
      reply.header('cache-control', `public, max-age=${AVATAR_CACHE_SECONDS}`)
      reply.text('image/svg+xml', avatarSvg(subject))
    },
  }),
]
