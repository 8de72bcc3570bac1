import { screens } from '#web/pages.ts'
import type { Icon } from '#web/ui/icons/drawn.tsx'
import { t } from './messages.ts'
import { navIcons } from './nav-icons.ts'
import type { About } from './page.ts'

/** A place in the sidebar, in words, with its address in an organization. */
export interface Place {
  readonly about: Pick<About, 'go' | 'create' | 'words'> & { readonly icon?: Icon | undefined }
  readonly label: string
  readonly href: string
  /** Below this address it is the current place. */
  readonly exact: boolean
}

/** Places that stand together, under a title of their own or without one. */
export interface PlaceGroup {
  readonly group: string
  readonly title: string | null
  readonly places: readonly Place[]
}

const groups = ['top', 'sell', 'customers', 'developers', 'bottom'] as const

/** The places of an organization's dashboard, by group and in the order of `screens.ts`. */
export function placesOf(slug: string): PlaceGroup[] {
  const titles = { top: null, sell: t('nav.sell'), customers: t('nav.customersGroup'), developers: t('nav.developers'), bottom: null }
  const all = screens.map(({ path, about }) => ({ path: path as string, about }))
  return groups
    .map((group) => ({
      group,
      title: titles[group],
      places: all
        .filter(({ about }) => about.group === group)
        .map(({ path, about }) => ({
          about: { ...about, icon: about.icon && navIcons[about.icon] },
          label: t(about.label),
          href: path.replace('$org', slug).replace(/\/{.*/, ''),
          exact: group === 'top',
        })),
    }))
    .filter(({ places }) => places.length > 0)
}

export const isCurrent = (place: Place, path: string): boolean =>
  place.exact ? path === place.href || path === `${place.href}/` : path === place.href || path.startsWith(`${place.href}/`)

/** Whether somebody administers the platform. */
export const isAdministrator = ({ role }: { readonly role: string | null }): boolean => /(^|,)admin(,|$)/.test(role ?? '')
