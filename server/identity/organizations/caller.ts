import { batchLookups, credentialOf, resolveSession, type SessionWithUserRow } from '#identity/sessions/index.ts'
import { scopesOfRoles } from '#kernel/access.ts'
import { isId, NO_ID } from '#kernel/id.ts'
import type { CallerSource, RecognizeOptions } from '#platform/http/recognize.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller, UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { rolesFor } from './members/reads.ts'
import type { FullOrganization, Organization } from './model.ts'
import {
  fromFullJson,
  fromOrganizationJson,
  readSessionFullOrganization,
  sessionMembershipReads,
  sessionOrganizationReads,
} from './reads.ts'

const lookUpMemberships = batchLookups(sessionMembershipReads)
const lookUpOrganizations = batchLookups(sessionOrganizationReads)

/** Authenticates a user by session cookie or bearer token, with their memberships and scopes: one statement. For /v1. */
export const memberCaller: CallerSource = {
  name: 'member',
  api: 'v1',
  recognize: async (request, platform, { now }) => {
    const found = await lookUpCaller(request, platform, { now, read: (digest) => lookUpMemberships(platform.database, digest) })
    if (!found) return undefined
    const { caller, row } = found
    const memberships = row.memberships.map(({ organizationId, role }) => ({ organizationId, role }))
    const scopes = row.memberships.map(
      ({ organizationId, role, customRoles }) =>
        [organizationId, new Set<string>(scopesOfRoles(role, rolesFor(platform, customRoles)))] as const,
    )
    return { ...caller, memberships, scopes: new Map(scopes) }
  },
}

const lists = new WeakMap<Caller, readonly Organization[]>()
const views = new WeakMap<Caller, FullOrganization>()

/** Authenticates a user with their organizations in one statement: `organizationsOf` returns them. */
export const organizationListCaller: CallerSource = {
  name: 'organizations of a user',
  api: 'auth',
  recognize: async (request, platform, { now }) => {
    const found = await lookUpCaller(request, platform, { now, read: (digest) => lookUpOrganizations(platform.database, digest) })
    if (found) lists.set(found.caller, found.row.organizations.map(fromOrganizationJson))
    return found?.caller
  },
}

/** The organizations that were read with the caller. */
export function organizationsOf(caller: Caller): readonly Organization[] {
  return lists.get(caller) ?? []
}

/** Selects an organization: null for none, undefined for the active one. */
export interface OrganizationSelector {
  readonly organizationId?: string | null | undefined
  readonly organizationSlug?: string | undefined
}

/** Authenticates a user with the organization that the query selects, in one statement: `fullOrganizationOf` returns it. */
export const fullOrganizationCaller: CallerSource = {
  name: 'organization of a user',
  api: 'auth',
  recognize: async (request, platform, options) => {
    const found = await lookUpCaller(request, platform, {
      now: options.now,
      read: async (digest) => (await readSessionFullOrganization(platform.database.db, { digest, ...selectorOf(options, platform) }))[0],
    })
    if (found?.row.organization) views.set(found.caller, fromFullJson(found.row.organization))
    return found?.caller
  },
}

/** The organization that was read with the caller; undefined if none is selected or the user is not a member. */
export function fullOrganizationOf(caller: Caller): FullOrganization | undefined {
  return views.get(caller)
}

function selectorOf({ query }: RecognizeOptions, { settings }: Platform) {
  const { organizationId: selectedId, organizationSlug } = (query ?? {}) as OrganizationSelector
  const id = selectedId ? (isId(selectedId) ? selectedId : NO_ID) : null
  return { id, slug: organizationSlug || null, membersMaximum: settings.MEMBERSHIP_LIMIT }
}

interface CallerLookup<Row> {
  readonly now: Date
  readonly read: (digest: string) => Promise<Row | undefined>
}

async function lookUpCaller<Row extends SessionWithUserRow>(
  request: RequestInfo,
  platform: Platform,
  { now, read }: CallerLookup<Row>,
): Promise<{ readonly caller: UserCaller; readonly row: Row } | undefined> {
  const credential = credentialOf(request, platform)
  if (!credential) return undefined
  const row = await read(platform.secrets.digest(credential.token))
  const found = await resolveSession(platform, { credential, row, now })
  if (!row || !found) return undefined
  return { row, caller: { kind: 'user', via: credential.via, ...found, memberships: [], scopes: new Map() } }
}
