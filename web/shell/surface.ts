import type { Icon } from '#web/ui/icons/icon.tsx'
import type { PageKind, PageMeta, PageOptions } from './pages/page.ts'

/** A group of a sidebar. */
export interface GroupTitle<Name extends string = string> {
  readonly name: Name
  /** Null for a group without a title. */
  readonly title: string | null
}

/** A page that the frame of its surface shows. */
export interface FramedPage<K extends PageKind = PageKind> {
  readonly path: string
  readonly meta: PageMeta<K>
  readonly search: object
  readonly load: PageOptions<object>['load']
}

/** The pages of one frame, in the order of its sidebar: the account, the administration, the settings of an organization. */
export interface Surface<K extends FramedKind = FramedKind> {
  /** The path of the frame; its first page may have the same. */
  readonly base: string
  readonly title: string
  readonly groups: readonly GroupTitle<K['group']>[]
  readonly pages: readonly FramedPage<K>[]
  // A method, so that a surface with labels of its own is a `Surface`.
  labelOf(label: K['label']): string
}

/** A registry that loads with its frame names icons directly. */
export interface FramedKind extends PageKind {
  readonly icon: Icon
}

/**
 * Defines the pages below `base`, each like `dashboardPage` by its path: `/users`, `/users/$id` for the page of one user, or
 * `/members/{-$id}` for a list that opens an item beside it.
 */
export const framedPage =
  <K extends FramedKind>(base: string) =>
  // biome-ignore lint/complexity/noBannedTypes: a page without search parameters has no keys.
  <S extends object = {}>(path: string, { load, search, ...meta }: PageOptions<S> & PageMeta<K>): FramedPage<K> => ({
    path: `${base}${path}`,
    meta,
    search: search ?? {},
    load,
  })
