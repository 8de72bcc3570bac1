import { shownEmail } from '#kernel/emails/email.ts'
import { queryClient, unwrap } from '#web/api.ts'
import type { FilterOf, FilterOption } from '#web/shell/list/filters.ts'
import { administration } from './client.ts'
import { organizationQuery } from './organizations/organization.ts'
import { userQuery } from './users/user.ts'

/** Results of a search. */
const limit = 8

type Reference = Omit<FilterOf<'reference'>, 'label'>

/** A filter by a user, found by e-mail. */
export const userReference: Reference = {
  search: (text) => ({
    queryKey: ['admin', 'user-options', text],
    queryFn: async ({ signal }): Promise<readonly FilterOption[]> => {
      const searched = text === '' ? {} : { searchValue: text, searchField: 'email' as const }
      return unwrap(await administration.listUsers({ ...searched, limit }, { signal })).users.map(({ id, name, email }) => ({
        value: id,
        label: `${name} · ${shownEmail(email)}`,
      }))
    },
  }),
  find: (id) => ({
    queryKey: ['admin', 'user-option', id],
    queryFn: async (): Promise<FilterOption> => ({ value: id, label: (await queryClient.fetchQuery(userQuery(id))).user.name }),
  }),
}

/** A filter by an organization, found by its name or slug. */
export const organizationReference: Reference = {
  search: (text) => ({
    queryKey: ['admin', 'organization-options', text],
    queryFn: async ({ signal }): Promise<readonly FilterOption[]> =>
      unwrap(await administration.listOrganizations({ searchValue: text || undefined, limit }, { signal })).organizations.map(
        ({ id, name }) => ({ value: id, label: name }),
      ),
  }),
  find: (id) => ({
    queryKey: ['admin', 'organization-option', id],
    queryFn: async (): Promise<FilterOption> => ({ value: id, label: (await queryClient.fetchQuery(organizationQuery(id))).name }),
  }),
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id that was typed, or one that matches nothing: the server refuses what is not an id. */
export const idOrUnknown = (text: string | undefined): string | undefined =>
  text === undefined || idPattern.test(text) ? text : '00000000-0000-0000-0000-000000000000'
