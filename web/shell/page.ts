import { type AnyRoute, createRootRoute, createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { dashboard } from '#locales/en/dashboard.ts'
import type { PlainKey } from '#locales/speaker.ts'
import type { navIcons } from './nav-icons.ts'
import { NotFoundPage, Root } from './root.tsx'
import { unreached } from './unreached.ts'

/** Which frame stands around the screen; those that are not the dashboard's bring their own, or have none. */
export type Surface = 'dashboard' | 'account' | 'plain'

/** What a screen says of itself: sidebar, palette and shortcuts read it. */
export interface About {
  readonly surface: Surface
  /** Its name in sidebar, palette and the page's title. */
  readonly label: PlainKey<typeof dashboard>
  readonly icon?: keyof typeof navIcons | undefined
  /** Its place in the sidebar; without one it stands in none. `top` is above the groups, `bottom` below. */
  readonly group?: 'top' | 'sell' | 'customers' | 'developers' | 'bottom' | undefined
  /** `g` then this letter goes there. */
  readonly go?: string | undefined
  /** What `c` and the palette open from here: a path below the organization ("/products/new") and its name. */
  readonly create?: { readonly path: string; readonly label: PlainKey<typeof dashboard> } | undefined
  /** Further words by which the palette finds it. */
  readonly words?: string | undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly about?: About
  }
}

/** How each search value of a screen is read from the address; what it makes of `undefined` is the default, which stays out of the address. */
export type Readers<S> = { [K in keyof S]: (value: unknown) => S[K] }

export const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage })

/**
 * Declares a screen: its path, how it is loaded, what it keeps in the address, and what it says of itself. Inside a screen use
 * `getRouteApi('/dashboard/$org/products')`, never `screens.ts`.
 */
// biome-ignore lint/complexity/noBannedTypes: a screen without search has no keys at all.
export function screen<const P extends string, S extends object = {}>(
  at: { readonly path: P; readonly load: () => Promise<{ default: ComponentType }>; readonly search?: Readers<S> } & About,
) {
  const { path, load, search, ...about } = at
  const readers = Object.entries(search ?? {}) as [keyof S, (value: unknown) => S[keyof S]][]
  const route = createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => load().catch(unreached)),
    staticData: { about },
    validateSearch: (sought: Partial<S> & SearchSchemaInput) =>
      Object.fromEntries(readers.map(([key, read]) => [key, read(sought[key])])) as S,
    search: {
      middlewares: [
        ({ search: sought, next }) => {
          const full = next(sought) as S
          return Object.fromEntries(readers.flatMap(([key, read]) => (full[key] === read(undefined) ? [] : [[key, full[key]]]))) as S
        },
      ],
    },
  })
  return { path, route, about: about as About }
}

/** The routes of a list of screens, with their types kept. */
export const routesOf = <const T extends readonly { readonly route: AnyRoute }[]>(screens: T) =>
  screens.map(({ route }) => route) as unknown as { -readonly [K in keyof T]: T[K]['route'] }
