import { useMatches, useRouter } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import { type SearchValues, toUrlSearch } from './search-values.ts'

/** The search parameters of the page that a frame shows, and what reads them. */
export const PageSearchContext = createContext<{ readonly values: SearchValues; readonly readers: object } | null>(null)

/** The search parameters of the open page of any surface, and how the URL holds changed ones. */
export function useOpenSearch(): { readonly values: SearchValues; readonly toUrl: (values: SearchValues) => SearchValues } {
  const framed = useContext(PageSearchContext)
  const routed = useMatches().at(-1)?.search ?? {}
  // The route of a page in the dashboard leaves the defaults out by itself.
  return framed === null
    ? { values: routed, toUrl: (values) => values }
    : { values: framed.values, toUrl: (values) => toUrlSearch(framed.readers, values) }
}

/** The values of declared search parameters: `SearchOf<typeof memberSearch>`. */
export type SearchOf<R> = { readonly [N in keyof R]: R[N] extends (value: unknown) => infer V ? V : never }

/** The search parameters of a page that a frame shows, typed by their declaration: `usePageSearch<typeof memberSearch>()`. */
export function usePageSearch<R>() {
  const router = useRouter()
  const { values, toUrl } = useOpenSearch()
  return {
    at: values as SearchOf<R>,
    /** Writes a change into the URL. The page stays where it is scrolled, unless only its number changes. */
    set: (change: Partial<SearchOf<R>>, replace = false) => {
      const resetScroll = Object.keys(change).join() === 'page'
      void router.navigate({ to: '.', search: toUrl({ ...values, ...change }) as never, replace, resetScroll })
    },
  }
}
