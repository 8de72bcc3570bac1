import { LARGE_BODY_LIMIT, type Route, route } from '#platform/http/route.ts'
import { idParams } from '#platform/http/wire-parts.ts'
import { resourceReads } from '#platform/resource/routes.ts'
import { sendAnswer } from './actions/send-answer.ts'
import { disputeList } from './reads.ts'
import { disputeRefusals } from './refusals.ts'
import { dispute, disputeContest, toDisputeWire } from './wire.ts'

const { ResourceNotFound, DisputeNotOpen, DisputeUnanswered } = disputeRefusals
const refusals = [ResourceNotFound, DisputeNotOpen, DisputeUnanswered]

export const routes: readonly Route[] = [
  ...resourceReads({
    path: '/v1/disputes/',
    name: 'disputes',
    nouns: ['disputes', 'a dispute'],
    scope: 'refunds:read',
    list: disputeList,
    schema: dispute,
    toWire: toDisputeWire,
    notFound: ResourceNotFound,
    addition: true,
  }),
  route({
    method: 'POST',
    path: '/v1/disputes/{id}/contest',
    name: 'disputes:contest',
    summary: 'Sends evidence against a dispute to the processor, once.',
    access: 'scope:refunds:write',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    body: disputeContest,
    bodyLimit: LARGE_BODY_LIMIT,
    answer: dispute,
    transaction: 'own',
    limit: { none: 'A dispute is answered once.' },
    refusals,
    handle: ({ tenantScope: { tenants }, params: { id }, body: { evidence }, ...call }) => sendAnswer({ ...call, tenants, id, evidence }),
  }),
  route({
    method: 'POST',
    path: '/v1/disputes/{id}/accept',
    name: 'disputes:accept',
    summary: 'Accepts a dispute: the payment is lost.',
    access: 'scope:refunds:write',
    impersonation: 'refused',
    addition: true,
    params: idParams,
    answer: dispute,
    transaction: 'own',
    limit: { none: 'A dispute is answered once.' },
    refusals,
    handle: ({ tenantScope: { tenants }, params: { id }, ...call }) => sendAnswer({ ...call, tenants, id, evidence: null }),
  }),
]
