import type { Billing, Result } from '#client/index.ts'
import { client, unwrap } from '#web/api.ts'
import type { FilterOf, FilterOption } from './filters.ts'
import type { Item } from './resource-list.tsx'

/** Results of a search. */
const found = 8

type Searchable = {
  [C in keyof Billing]: Billing[C] extends {
    readonly list: (query: { query?: string }) => Promise<Result<{ readonly items: readonly { readonly id: string }[] }>>
    readonly get: (id: string) => unknown
  }
    ? C
    : never
}[keyof Billing]
interface Calls<R> {
  readonly list: (query: object, options: object) => Promise<Result<{ readonly items: readonly R[] }>>
  readonly get: (id: string, options: object) => Promise<Result<R>>
}

/** A filter by a resource of this module: found by its search, named by `nameOf`. */
export function referenceTo<C extends Searchable>(
  module: C,
  organizationId: string,
  nameOf: (resource: Item<C>) => string,
): Omit<FilterOf<'reference'>, 'label'> {
  type R = Item<C> & { readonly id: string }
  const calls = client[module] as unknown as Calls<R>
  const toOption = (resource: R): FilterOption => ({ value: resource.id, label: nameOf(resource) })
  return {
    search: (text) => ({
      queryKey: [module, 'options', { organizationId, text }],
      queryFn: async ({ signal }) =>
        unwrap(await calls.list({ organizationId, query: text || undefined, limit: found }, { signal })).items.map(toOption),
    }),
    find: (id) => ({ queryKey: [module, 'option', id], queryFn: async ({ signal }) => toOption(unwrap(await calls.get(id, { signal }))) }),
  }
}
