import { queryOptions } from '@tanstack/react-query'
import { createOrganizations } from '#client/organizations.ts'
import { queries, unwrap } from '#web/api.ts'
import { http, signals } from '#web/client.ts'
import { language } from '#web/language.ts'
import { everyMember } from './settings/every-member.ts'

/** The calls inside an organization. */
export const organizations = createOrganizations(http, signals)

const { compare } = new Intl.Collator(language, { numeric: true })

/** The organization with everybody in it, its teams and the latest invitations; members and teams by their names. */
export const fullQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', 'full', organizationId] as const,
    queryFn: async ({ signal }) => {
      const ask = (page: { limit: number; offset: number }) => organizations.listMembers({ organizationId, ...page }, { signal })
      const [whole, first] = await Promise.all([
        organizations.getFullOrganization({ organizationId }, { signal }).then(unwrap),
        ask({ limit: 1, offset: 0 }),
      ])
      if (whole === null) return null
      const members = await everyMember(whole.members, unwrap(first).total, (page) => ask(page).then((answer) => unwrap(answer).members))
      return {
        ...whole,
        members: members.toSorted((a, b) => compare(a.user.name, b.user.name) || compare(a.user.email, b.user.email)),
        teams: whole.teams.toSorted((a, b) => compare(a.name, b.name)),
      }
    },
  })

/** Every role that its members can have. */
export const rolesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['organization', 'roles', organizationId] as const,
    queryFn: ({ signal }) => organizations.listRoles({ organizationId }, { signal }).then(unwrap),
  })

/** Asks anew for all that is known of organizations, after a call that changed one. */
export const renewOrganization = () => queries.invalidateQueries({ queryKey: ['organization'] })
