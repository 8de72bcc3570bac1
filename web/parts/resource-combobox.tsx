import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Billing } from '#client/index.ts'
import { type ApiQuery, apiQuery } from '#web/api.ts'
import { Combobox, type ComboboxOption } from '#web/ui/inputs/combobox.tsx'

/** A page of a search: as many as a list of options shows. */
const maxFound = 50

type Found<R> = ApiQuery<{ readonly items: readonly R[]; readonly pagination: { readonly totalCount: number } }>
/** The modules whose list has a search. */
type Module = 'products' | 'discounts' | 'benefits' | 'files' | 'customers'
type Item<M extends Module> =
  Awaited<ReturnType<Billing[M]['list']>> extends infer A
    ? A extends { readonly data: { readonly items: readonly (infer R)[] } }
      ? R
      : never
    : never
type Query<M extends Module> = Omit<NonNullable<Parameters<Billing[M]['list']>[0]>, 'query' | 'limit' | 'page'>

/** A search of a module, and what it has found. */
export interface Search<R> {
  readonly onSearch: (text: string) => void
  /** The items that were found; undefined before the first answer, and where the user may not search. */
  readonly items: readonly R[] | undefined
  /** Whether the module has none that match the query, for any text. */
  readonly isEmpty: boolean
  /** Whether nothing is typed and all that the query matches was found, or nothing could be searched. */
  readonly isWhole: boolean
  /** The number of further items beyond those that were found. */
  readonly more: number
}

/** Searches the list of a module by a text: its name, code or description. `query` restricts what is found. */
export function useSearch<M extends Module>(module: M, query: Query<M>, isEnabled: boolean): Search<Item<M>> {
  const [text, setText] = useState('')
  const search = { ...query, limit: maxFound, ...(text !== '' && { query: text }) }
  const call = apiQuery(module, 'list' as never, search as never) as unknown as Found<Item<M>>
  const found = useQuery({ ...call, enabled: isEnabled, refetchOnWindowFocus: 'always' }).data
  const total = found?.pagination.totalCount ?? 0
  const more = Math.max(0, total - maxFound)
  return {
    onSearch: setText,
    items: found?.items,
    isEmpty: found !== undefined && text === '' && total === 0,
    isWhole: text === '' && more === 0,
    more,
  }
}

/** Chooses a resource that a search finds, named by `optionOf`. `items` are those of the search that can be chosen. */
export function ResourceCombobox<R extends { readonly id: string }>(props: {
  search: Search<R>
  items: readonly R[] | undefined
  optionOf: (item: R) => Omit<ComboboxOption, 'value'>
  chosen: R | null
  onChange: (item: R | null) => void
  placeholder: string
  name: string
  disabled?: boolean | undefined
}) {
  const { search, items, optionOf, chosen, onChange, ...others } = props
  const toOption = (item: R) => ({ value: item.id, ...optionOf(item), item })
  return (
    <Combobox
      {...others}
      chosen={chosen === null ? null : toOption(chosen)}
      more={search.more}
      onChange={(option) => onChange(option?.item ?? null)}
      onSearch={search.onSearch}
      options={items?.map(toOption)}
    />
  )
}
