import { credentialOf, lookUpTogether, signedInBy } from '#identity/sessions/index.ts'
import { scopesOfRoles } from '#kernel/access.ts'
import type { CallerSource } from '#platform/http/recognize.ts'
import { rolesFor } from './members/reads.ts'
import { signedInMemberReads } from './reads.ts'

const lookUp = lookUpTogether(signedInMemberReads)

/** Recognizes a person by session cookie or bearer token with their memberships and what these allow, in one statement. For /v1. */
export const memberCaller: CallerSource = {
  name: 'member',
  half: 'v1',
  recognize: async (request, platform, { now }) => {
    const credential = credentialOf(request, platform)
    if (!credential) return undefined
    const row = await lookUp(platform.database, platform.secrets.digest(credential.token))
    const found = await signedInBy(platform, { credential, row, now })
    if (!row || !found) return undefined
    const memberships = row.memberships.map(({ organizationId, role }) => ({ organizationId, role }))
    const scopes = new Map(
      row.memberships.map(({ organizationId, role, made }) => [
        organizationId,
        new Set<string>(scopesOfRoles(role, rolesFor(platform, made))),
      ]),
    )
    return { kind: 'person', via: credential.via, ...found, memberships, scopes }
  },
}
