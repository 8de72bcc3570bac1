import type { ApiQuery } from '#web/api.ts'
import type { FilterKind, FilterKinds } from './search.ts'

/** One value that a filter offers. */
export interface FilterOption {
  readonly value: string
  readonly label: string
}

/** The details that each kind of filter needs besides its label. */
interface FilterDetails {
  readonly one: { readonly options: () => readonly FilterOption[] }
  readonly several: { readonly options: () => readonly FilterOption[] }
  readonly dates: object
  /** Amounts are typed in this currency. */
  readonly amounts: { readonly currency: string }
  readonly text: object
  readonly has: object
  /** `search` finds resources by a text, `find` the one with this id, for the chip. */
  readonly reference: {
    readonly search: (text: string) => ApiQuery<readonly FilterOption[]>
    readonly find: (id: string) => ApiQuery<FilterOption>
  }
  /** `search` finds values by a text. A value is its own label. */
  readonly suggested: { readonly search: (text: string) => ApiQuery<readonly FilterOption[]> }
}

/** A filter of this kind as a list declares it. */
export type FilterOf<K extends FilterKind> = { readonly label: () => string } & FilterDetails[K]

/** The filters of a list, for the kinds that its pure half names. */
export type FiltersOf<F extends FilterKinds> = { readonly [N in keyof F]: FilterOf<F[N]> }

/** A filter with its name and kind, as the bar and the editors take it. */
export type ListFilter = {
  [K in FilterKind]: { readonly name: string; readonly kind: K } & FilterOf<K>
}[FilterKind]

/** The filters of a list in the order of its declaration. */
export const filtersOf = <F extends FilterKinds>(kinds: F, filters: FiltersOf<F>): readonly ListFilter[] =>
  Object.entries(kinds).map(([name, kind]) => ({ ...filters[name], name, kind }) as ListFilter)
