import type { FullOrganization } from '#client/index.ts'
import type { FilterOf, FilterOption } from '#web/shell/list/filters.ts'
import { t } from './messages.ts'

/** Members of a search that are offered. */
const found = 8

/** A filter by the member who did something; found by name or email. A former member keeps the filter. */
export function actorFilter({ id, members }: FullOrganization): Omit<FilterOf<'reference'>, 'label'> {
  const all = members.map(({ userId, user }): FilterOption & { readonly text: string } => ({
    value: userId,
    label: user.name,
    text: `${user.name} ${user.email}`.toLowerCase(),
  }))
  return {
    search: (text) => ({
      queryKey: ['organization', 'actors', { id, text }],
      queryFn: async () => all.filter((each) => each.text.includes(text.trim().toLowerCase())).slice(0, found),
    }),
    find: (userId) => ({
      queryKey: ['organization', 'actor', { id, userId }],
      queryFn: async () => all.find(({ value }) => value === userId) ?? { value: userId, label: t('formerUser') },
    }),
  }
}
