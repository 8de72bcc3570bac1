import { type AnyRoute, createRootRoute, createRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import type { Scope } from '#contract/access.ts'
import type { PlainKey } from '#locales/translator.ts'
import type { dashboard } from '#messages/dashboard.ts'
import type { pageKeywords } from '#messages/shell/page-keywords.ts'
import type { Feature } from '../features.ts'
import type { navIcons } from '../nav-icons.ts'
import { hasRendered, NotFoundPage, Root } from '../root.tsx'
import { rethrowLoadError } from './page-load-error.ts'
import { type Readers, readSearch, type SearchValues, toUrlSearch } from './search-values.ts'

/** The frame around a page: that of the dashboard, or its own or none. */
export type PageFrame = 'dashboard' | 'plain'

/** The declaration of the pages of a surface: the keys of their labels, their icons and their groups in the sidebar. */
export interface PageKind {
  readonly label: string
  readonly icon: unknown
  readonly group: string
}

/** The metadata of a page of any surface, for the sidebar, the palette, shortcuts and titles. */
export interface PageMeta<K extends PageKind = DashboardPage> {
  /** Its name in the sidebar, the palette and the window title. */
  readonly label: K['label']
  readonly icon?: K['icon'] | undefined
  /** The scope without which the page is not offered, and is forbidden to a link. */
  readonly needs?: Scope | undefined
  /** Its group in the sidebar; a page without one is not listed. */
  readonly group?: K['group'] | undefined
  /** The feature that the organization must use for the page to be listed; a link opens it in any case. */
  readonly feature?: Feature | undefined
  /** `g` followed by this key opens the page. */
  readonly go?: string | undefined
  /** The resource that `c` and the palette create from here: a path below the organization ("/products/new") and its label. */
  readonly create?: { readonly path: string; readonly label: K['label']; readonly needs: Scope } | undefined
  /** The message with further words by which the palette finds it. */
  readonly keywords?: PlainKey<typeof pageKeywords> | undefined
}

/** The pages of an organization's dashboard. `top` is above the groups of the sidebar, `bottom` below. */
export interface DashboardPage extends PageKind {
  readonly label: PlainKey<typeof dashboard>
  readonly icon: keyof typeof navIcons
  readonly group: 'top' | 'sell' | 'customers' | 'usage' | 'developers' | 'bottom'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly meta?: PageMeta & { readonly frame: PageFrame }
  }
}

export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

/** The properties of a page besides its path and metadata. */
export interface PageOptions<S extends object> {
  readonly load: () => Promise<{ default: ComponentType }>
  readonly search?: Readers<S>
}

/**
 * Defines a page: its path, its loader, its search parameters and its metadata. Inside a page use
 * `getRouteApi('/dashboard/$org/products')`, never `pages.ts`. One that declares no search parameters passes on all of them: the frame of
 * a surface (`surface.ts`) leaves them to its pages.
 */
// biome-ignore lint/complexity/noBannedTypes: a page without search parameters has no keys.
export function definePage<const P extends string, S extends object = {}>(
  options: { readonly path: P; readonly frame: PageFrame } & PageOptions<S> & PageMeta,
) {
  const { path, load, search, ...meta } = options
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component: lazyPage(load),
    staticData: { meta },
    validateSearch: (values: Partial<S> & SearchSchemaInput) => (search ? readSearch(search, values as SearchValues) : values) as S,
    search: { middlewares: search ? [({ search: values, next }) => toUrlSearch(search, next(values) as SearchValues) as S] : [] },
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
export const dashboardPage = <const P extends string, S extends object = {}>(path: P, options: PageOptions<S> & PageMeta) =>
  definePage<`/dashboard/$org${P}`, S>({ ...options, path: `/dashboard/$org${path}`, frame: 'dashboard' })
