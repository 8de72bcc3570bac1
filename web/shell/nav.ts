import type { Organization } from '#client/index.ts'
import { pages } from '#web/pages.ts'
import type { Icon } from '#web/ui/icons/icon.tsx'
import { isPermitted } from './access/permission.ts'
import type { Feature } from './features.ts'
import { t } from './messages.ts'
import { navIcons } from './nav-icons.ts'
import type { DashboardPage, PageKind, PageMeta } from './pages/page.ts'
import type { GroupTitle } from './surface.ts'

/** An item of a sidebar. */
export interface NavItem {
  readonly meta: Pick<PageMeta<PageKind>, 'go' | 'keywords' | 'create'> & { readonly icon?: Icon | undefined }
  readonly label: string
  readonly href: string
  /** True if only this exact path makes the item current; otherwise every path below it does. */
  readonly exact: boolean
}

/** A group of items, with or without a title. */
export interface NavGroup {
  readonly group: string
  readonly title: string | null
  readonly items: readonly NavItem[]
}

/** The pages of a sidebar. */
interface NavSource {
  readonly base: string
  readonly groups: readonly GroupTitle[]
  readonly pages: readonly { readonly path: string; readonly meta: PageMeta<PageKind> }[]
  labelOf(label: string): string
}

/** The organization that a sidebar is of; while it is not known with the user's scopes, everything is offered. */
interface NavPlace {
  readonly slug: string
  readonly organization: Organization | undefined
  /** The features that it uses. */
  readonly features?: ReadonlySet<Feature>
}

/** A sidebar from its registry: the pages that have a group and that the user may open, by group and in the order of the registry. */
export function navOf(source: NavSource, place?: NavPlace): NavGroup[] {
  const { organization, features } = place ?? {}
  return source.groups
    .map(({ name, title }) => ({
      group: name,
      title,
      items: source.pages
        .filter(({ meta }) => meta.group === name && (organization === undefined || isPermitted(organization, meta.needs)))
        .filter(({ meta: { feature } }) => feature === undefined || features?.has(feature) === true)
        .map(({ path, meta: { icon, ...meta } }) => ({
          meta: {
            ...meta,
            icon: typeof icon === 'string' ? navIcons[icon as keyof typeof navIcons] : (icon as Icon | undefined),
            create: meta.create && { ...meta.create, label: source.labelOf(meta.create.label) },
          },
          label: source.labelOf(meta.label),
          href: path.replace('$org', place?.slug ?? '').replace(/\/{.*/, ''),
          exact: path === source.base,
        })),
    }))
    .filter(({ items }) => items.length > 0)
}

/** The sidebar of an organization's dashboard. */
export const dashboardNav = (slug: string, organization: Organization | undefined, features: ReadonlySet<Feature>): NavGroup[] =>
  navOf(
    {
      base: '/dashboard/$org',
      pages,
      groups: [
        { name: 'top', title: null },
        { name: 'sell', title: t('nav.sell') },
        { name: 'customers', title: t('nav.customersGroup') },
        { name: 'usage', title: t('nav.usage') },
        { name: 'developers', title: t('nav.developers') },
        { name: 'bottom', title: null },
      ] satisfies GroupTitle<DashboardPage['group']>[],
      labelOf: (label: DashboardPage['label']) => t(label),
    },
    { slug, organization, features },
  )

export const isCurrent = (item: NavItem, path: string): boolean =>
  item.exact ? path === item.href || path === `${item.href}/` : path === item.href || path.startsWith(`${item.href}/`)

/** Whether a user is a platform administrator. */
export const isAdministrator = ({ role }: { readonly role: string | null }): boolean => /(^|,)admin(,|$)/.test(role ?? '')
