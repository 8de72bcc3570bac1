import { credentialOf, lookUpTogether, type SignedInRow, signedInBy } from '#identity/sessions/index.ts'
import { scopesOfRoles } from '#kernel/access.ts'
import { isId, NO_ID } from '#kernel/id.ts'
import type { Caller, UserCaller } from '#platform/http/caller.ts'
import type { CallerSource, RecognizeAbout } from '#platform/http/recognize.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { rolesFor } from './members/reads.ts'
import type { FullOrganization, Organization } from './model.ts'
import { fromFullJson, fromOrganizationJson, signedInFull, signedInListReads, signedInMemberReads } from './reads.ts'

const lookUp = lookUpTogether(signedInMemberReads)
const lookUpWithList = lookUpTogether(signedInListReads)

/** Recognizes a person by session cookie or bearer token with their memberships and what these allow, in one statement. For /v1. */
export const memberCaller: CallerSource = {
  name: 'member',
  half: 'v1',
  recognize: async (request, platform, { now }) => {
    const found = await lookedUp(request, platform, { now, read: (digest) => lookUp(platform.database, digest) })
    if (!found) return undefined
    const { caller, row } = found
    const memberships = row.memberships.map(({ organizationId, role }) => ({ organizationId, role }))
    const scopes = row.memberships.map(
      ({ organizationId, role, made }) => [organizationId, new Set<string>(scopesOfRoles(role, rolesFor(platform, made)))] as const,
    )
    return { ...caller, memberships, scopes: new Map(scopes) }
  },
}

const lists = new WeakMap<Caller, readonly Organization[]>()
const views = new WeakMap<Caller, FullOrganization>()

/** Recognizes a person with the organizations that they belong to, in one statement: `listRead` gives them. */
export const listCaller: CallerSource = {
  name: 'organizations of a person',
  half: 'auth',
  recognize: async (request, platform, { now }) => {
    const found = await lookedUp(request, platform, { now, read: (digest) => lookUpWithList(platform.database, digest) })
    if (found) lists.set(found.caller, found.row.organizations.map(fromOrganizationJson))
    return found?.caller
  },
}

/** The organizations that were read with the caller. */
export function listRead(caller: Caller): readonly Organization[] {
  return lists.get(caller) ?? []
}

/** Which organization is meant: null for none, nothing said for the one that is active. */
export interface Wanted {
  readonly organizationId?: string | null | undefined
  readonly organizationSlug?: string | undefined
}

/** Recognizes a person with the organization that the query means, in one statement: `viewRead` gives it. */
export const viewCaller: CallerSource = {
  name: 'organization of a person',
  half: 'auth',
  recognize: async (request, platform, about) => {
    const found = await lookedUp(request, platform, {
      now: about.now,
      read: async (digest) => (await signedInFull(platform.database.db, { digest, ...wantedIn(about, platform) }))[0],
    })
    if (found?.row.organization) views.set(found.caller, fromFullJson(found.row.organization))
    return found?.caller
  },
}

/** The organization that was read with the caller; nothing where none is meant, or they are no member. */
export function viewRead(caller: Caller): FullOrganization | undefined {
  return views.get(caller)
}

function wantedIn({ query }: RecognizeAbout, { settings }: Platform) {
  const { organizationId: given, organizationSlug } = (query ?? {}) as Wanted
  const id = given ? (isId(given) ? given : NO_ID) : null
  return { id, slug: organizationSlug || null, membersMaximum: settings.MEMBERSHIP_LIMIT }
}

interface Reading<Row> {
  readonly now: Date
  readonly read: (digest: string) => Promise<Row | undefined>
}

async function lookedUp<Row extends SignedInRow>(
  request: RequestInfo,
  platform: Platform,
  { now, read }: Reading<Row>,
): Promise<{ readonly caller: UserCaller; readonly row: Row } | undefined> {
  const credential = credentialOf(request, platform)
  if (!credential) return undefined
  const row = await read(platform.secrets.digest(credential.token))
  const found = await signedInBy(platform, { credential, row, now })
  if (!row || !found) return undefined
  return { row, caller: { kind: 'user', via: credential.via, ...found, memberships: [], scopes: new Map() } }
}
