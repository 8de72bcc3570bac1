import type { Organization } from '#client/index.ts'
import { pages } from '#web/pages.ts'
import type { Icon } from '#web/ui/icons/icon.tsx'
import { isPermitted } from './access/permission.ts'
import { t } from './messages.ts'
import { navIcons } from './nav-icons.ts'
import type { PageMeta } from './page.ts'

/** An item of a sidebar. */
export interface NavItem {
  readonly meta: Pick<PageMeta, 'go' | 'create' | 'keywords'> & { readonly icon?: Icon | undefined }
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

const groups = ['top', 'sell', 'customers', 'developers', 'bottom'] as const

/**
 * The sidebar of an organization's dashboard, by group and in the order of `pages.ts`: what the user may open, and everything while the
 * organization with the user's scopes is not known yet.
 */
export function dashboardNav(slug: string, organization: Organization | undefined): NavGroup[] {
  const titles = { top: null, sell: t('nav.sell'), customers: t('nav.customersGroup'), developers: t('nav.developers'), bottom: null }
  const all = pages.map(({ path, meta }) => ({ path: path as string, meta }))
  return groups
    .map((group) => ({
      group,
      title: titles[group],
      items: all
        .filter(({ meta }) => meta.group === group && (organization === undefined || isPermitted(organization, meta.needs)))
        .map(({ path, meta }) => ({
          meta: { ...meta, icon: meta.icon && navIcons[meta.icon] },
          label: t(meta.label),
          href: path.replace('$org', slug).replace(/\/{.*/, ''),
          exact: group === 'top',
        })),
    }))
    .filter(({ items }) => items.length > 0)
}

export const isCurrent = (item: NavItem, path: string): boolean =>
  item.exact ? path === item.href || path === `${item.href}/` : path === item.href || path.startsWith(`${item.href}/`)

/** Whether a user is a platform administrator. */
export const isAdministrator = ({ role }: { readonly role: string | null }): boolean => /(^|,)admin(,|$)/.test(role ?? '')
