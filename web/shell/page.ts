import { type AnyRoute, createRootRoute, createRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import type { Scope } from '#kernel/access.ts'
import type { PlainKey } from '#locales/translator.ts'
import type { dashboard } from '#messages/dashboard.ts'
import type { navIcons } from './nav-icons.ts'
import { rethrowLoadError } from './page-load-error.ts'
import { hasRendered, NotFoundPage, Root } from './root.tsx'

/** The frame around a page. `account` and `plain` pages render their own frame, or none. */
export type PageFrame = 'dashboard' | 'account' | 'plain'

/** The metadata of a page, for the sidebar, the palette and shortcuts. */
export interface PageMeta {
  readonly frame: PageFrame
  /** Its name in the sidebar, the palette and the window title. */
  readonly label: PlainKey<typeof dashboard>
  readonly icon?: keyof typeof navIcons | undefined
  /** The scope without which the page is not offered, and is forbidden to a link. */
  readonly needs?: Scope | undefined
  /** Its group in the sidebar; a page without one is not listed. `top` is above the groups, `bottom` below. */
  readonly group?: 'top' | 'sell' | 'customers' | 'developers' | 'bottom' | undefined
  /** `g` followed by this key opens the page. */
  readonly go?: string | undefined
  /** What `c` and the palette create from here: a path below the organization ("/products/new") and its label. */
  readonly create?: { readonly path: string; readonly label: PlainKey<typeof dashboard>; readonly needs: Scope } | undefined
  /** Further keywords by which the palette finds it. */
  readonly keywords?: string | undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly meta?: PageMeta
  }
}

/** A reader for each search parameter of a page. Its result for `undefined` is the default, which the URL leaves out. */
export type Readers<S> = { [K in keyof S]: (value: unknown) => S[K] }

export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

/** What a page is besides its path and metadata. */
interface PageOptions<S extends object> {
  readonly load: () => Promise<{ default: ComponentType }>
  readonly search?: Readers<S>
}

/**
 * Defines a page: its path, its loader, its search parameters and its metadata. Inside a page use
 * `getRouteApi('/dashboard/$org/products')`, never `pages.ts`.
 */
// biome-ignore lint/complexity/noBannedTypes: a page without search parameters has no keys.
export function definePage<const P extends string, S extends object = {}>(options: { readonly path: P } & PageOptions<S> & PageMeta) {
  const { path, load, search, ...meta } = options
  const readers = Object.entries(search ?? {}) as [keyof S, (value: unknown) => S[keyof S]][]
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component: lazyPage(load),
    staticData: { meta },
    validateSearch: (values: Partial<S> & SearchSchemaInput) =>
      Object.fromEntries(readers.map(([key, read]) => [key, read(values[key])])) as S,
    search: {
      middlewares: [
        ({ search: values, next }) => {
          const full = next(values) as S
          return Object.fromEntries(readers.flatMap(([key, read]) => (full[key] === read(undefined) ? [] : [[key, full[key]]]))) as S
        },
      ],
    },
  })
  return { path, route, meta: meta as PageMeta }
}

/**
 * A page whose code loads on demand. The router waits for the code of every page but the first, so that the previous page stays meanwhile;
 * the first one suspends inside the frame, which is painted before it.
 */
function lazyPage(load: () => Promise<{ default: ComponentType }>) {
  let loading: Promise<{ default: ComponentType }> | undefined
  const loadOnce = () => {
    loading ??= load().catch(rethrowLoadError)
    return loading
  }
  return Object.assign(lazy(loadOnce), {
    preload: async () => {
      const loaded = loadOnce()
      if (hasRendered()) await loaded
      else loaded.catch(() => undefined)
    },
  })
}

/** The routes of a list of pages, with their types. */
export const routesOf = <const T extends readonly { readonly route: AnyRoute }[]>(pages: T) =>
  pages.map(({ route }) => route) as unknown as { -readonly [K in keyof T]: T[K]['route'] }

/** Defines a page of the dashboard, by its path below the organization. */
// biome-ignore lint/complexity/noBannedTypes: as above.
export const dashboardPage = <const P extends string, S extends object = {}>(path: P, options: PageOptions<S> & Omit<PageMeta, 'frame'>) =>
  definePage<`/dashboard/$org${P}`, S>({ ...options, path: `/dashboard/$org${path}`, frame: 'dashboard' })
