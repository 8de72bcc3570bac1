import { z } from 'zod'
import { passwordRefusals } from '#identity/passwords/index.ts'
import { PICTURE_BODY_LIMIT } from '#identity/pictures/wire.ts'
import { sendCookies, sessionCookies, sessionRefusals } from '#identity/sessions/index.ts'
import { isId } from '#kernel/id.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { isReservedSlug } from '#kernel/text.ts'
import { type Route, route } from '#platform/http/route.ts'
import { statusAnswer } from '#platform/http/wire-parts.ts'
import type { Caller } from '#platform/request/caller.ts'
import { createOrganizationBatched } from './actions/create-organization.ts'
import { deleteOrganizationWithPayments } from './actions/delete-organization.ts'
import { organizationKeyOf, setActiveOrganization } from './actions/set-active-organization.ts'
import { updateOrganization } from './actions/update-organization.ts'
import { resolveOrganizationId } from './active-organization.ts'
import { fullOrganizationPrefetch, organizationListPrefetch } from './caller.ts'
import { routes as memberRoutes } from './members/routes.ts'
import { findOrganizationOfMember } from './reads.ts'
import { organizationRefusals as refusals } from './refusals.ts'
import { routes as roleRoutes } from './roles/routes.ts'
import { isSlugUsed } from './store.ts'
import * as wire from './wire.ts'

const create = route({
  method: 'POST',
  path: '/api/auth/organization/create',
  name: 'organization:create',
  summary: 'Creates an organization with the caller as its first member; a server call names the first member.',
  access: 'anyone',
  impersonation: 'allowed',
  limit: 'ORGANIZATION_LIMIT',
  transaction: 'own',
  body: wire.createOrganizationBody,
  bodyLimit: PICTURE_BODY_LIMIT,
  answer: wire.createdOrganization,
  refusals: [
    sessionRefusals.notOwn,
    refusals.eitherUserIdOrSession,
    refusals.userNotFound,
    refusals.notAllowedToCreate,
    refusals.maximumReached,
    refusals.alreadyExists,
  ],
  handle: async (call) => {
    const { keepCurrentActiveOrganization: keepsActive, userId: namedUserId, ...fields } = call.body
    const { organization, member } = await createOrganizationBatched(call, call, {
      ...fields,
      keepsActive,
      userId: creatorOf(call.caller, namedUserId),
    })
    return wire.toCreatedOrganizationWire(organization, member)
  },
})

function creatorOf(caller: Caller, named: string | undefined): string {
  if (caller.kind === 'user') return caller.user.id
  if (caller.kind !== 'service') return refuse(sessionRefusals.notOwn)
  const userId = named ?? refuse(refusals.eitherUserIdOrSession)
  return isId(userId) ? userId.toLowerCase() : refuse(refusals.userNotFound)
}

const checkSlug = route({
  method: 'POST',
  path: '/api/auth/organization/check-slug',
  name: 'organization:check-slug',
  summary: 'Checks whether a slug is available.',
  access: 'session',
  impersonation: 'allowed',
  transaction: 'none',
  body: z.object({ slug: wire.slugInput }),
  answer: statusAnswer,
  refusals: [refusals.slugTaken],
  handle: async ({ db, body: { slug } }) => {
    refuseWhen(isReservedSlug(slug) || (await isSlugUsed(db, slug)), refusals.slugTaken)
    return { status: true }
  },
})

const update = route({
  method: 'POST',
  path: '/api/auth/organization/update',
  name: 'organization:update',
  summary: 'Updates the name, slug, logo or metadata of an organization.',
  access: 'anyone',
  impersonation: 'allowed',
  body: wire.updateOrganizationBody,
  bodyLimit: PICTURE_BODY_LIMIT,
  answer: wire.updatedOrganization,
  refusals: [refusals.notSignedIn, refusals.notFound, refusals.notAMemberHere, refusals.notAllowedToUpdate, refusals.alreadyExists],
  handle: async (call) => {
    const { caller, body } = call
    if (caller.kind !== 'user') return refuse(refusals.notSignedIn)
    const organizationId = resolveOrganizationId(body.organizationId, caller.session, refusals.notFound)
    return wire.toUpdatedOrganizationWire(
      await updateOrganization(call.tx, call, { organizationId, userId: caller.user.id, changes: body.data }),
    )
  },
})

const remove = route({
  method: 'POST',
  path: '/api/auth/organization/delete',
  name: 'organization:delete',
  summary: 'Deletes an organization with everything that belongs to it; needs a fresh session or the password.',
  access: 'session',
  impersonation: 'refused',
  body: wire.deleteOrganizationBody,
  answer: wire.organization,
  refusals: [
    refusals.notAMemberHere,
    refusals.notAllowedToDelete,
    refusals.deletionDisabled,
    refusals.paymentsUnsettled,
    refusals.paidOrders,
    refusals.sessionExpired,
    passwordRefusals.credentialNotFound,
    passwordRefusals.invalidPassword,
  ],
  transaction: 'own',
  handle: async (call) => {
    const { body, caller, request, transaction } = call
    const key = { organizationId: body.organizationId.toLowerCase(), userId: caller.user.id }
    const input = { ...key, caller, request, password: body.password, keepsBooks: body.keepBooks === true }
    return wire.toOrganizationWire(await deleteOrganizationWithPayments(transaction, call, input))
  },
})

const list = route({
  method: 'GET',
  path: '/api/auth/organization/list',
  name: 'organization:list',
  summary: 'Lists the organizations of the caller.',
  access: 'session',
  prefetch: organizationListPrefetch,
  answer: z.array(wire.joinedOrganization),
  handle: async ({ prefetched: organizations }) => organizations.map(wire.toJoinedOrganizationWire),
})

const setActive = route({
  method: 'POST',
  path: '/api/auth/organization/set-active',
  name: 'organization:set-active',
  summary: 'Sets the active organization of the session; null clears it.',
  access: 'session',
  impersonation: 'allowed',
  transaction: 'own',
  body: z.object({ organizationId: z.string().nullish(), organizationSlug: z.string().optional() }),
  answer: wire.activeOrganization.nullable(),
  refusals: [refusals.notAMember],
  handle: async ({ transaction, platform, body, caller: { session, user, via }, reply, now }) => {
    const full = await setActiveOrganization(platform, { session, selector: body, transaction })
    const changed = {
      ...session,
      activeOrganizationId: full?.id ?? null,
      activeTeamId: full?.id === session.activeOrganizationId ? session.activeTeamId : null,
    }
    if (via === 'cookie' && (full || body.organizationId === null))
      sendCookies(reply, sessionCookies({ session: changed, user, now }, platform))
    return full && wire.toActiveOrganizationWire(full)
  },
})

const get = route({
  method: 'GET',
  path: '/api/auth/organization/get-organization',
  name: 'organization:get-organization',
  summary: 'Returns an organization without its members; by default the active one, or null.',
  access: 'session',
  addition: true,
  query: z.object({ organizationId: z.string().optional(), organizationSlug: z.string().optional() }),
  answer: wire.organization.nullable(),
  refusals: [refusals.notAMember],
  handle: async ({ db, query, caller: { user, session } }) => {
    const key = organizationKeyOf(query, session)
    if (key === null) return null
    return wire.toOrganizationWire((await findOrganizationOfMember(db, key, user.id)) ?? refuse(refusals.notAMember))
  },
})

const getFull = route({
  method: 'GET',
  path: '/api/auth/organization/get-full-organization',
  name: 'organization:get-full-organization',
  summary: 'Returns an organization with its members, invitations and teams; by default the active one, or null.',
  access: 'session',
  prefetch: fullOrganizationPrefetch,
  query: z.object({ organizationId: z.string().optional(), organizationSlug: z.string().optional() }),
  answer: wire.fullOrganization.nullable(),
  refusals: [refusals.notAMember],
  handle: async ({ query, caller, prefetched: full }) => {
    if (full) return wire.toFullOrganizationWire(full)
    return organizationKeyOf(query, caller.session) ? refuse(refusals.notAMember) : null
  },
})

export const routes: readonly Route[] = [create, checkSlug, update, remove, list, setActive, get, getFull, ...memberRoutes, ...roleRoutes]
