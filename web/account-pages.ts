import type { ComponentType } from 'react'
import { t } from './account/messages.ts'
import type { NavGroup } from './shell/nav.ts'
import type { Icon } from './ui/icons/icon.tsx'
import { ChainIcon, EnvelopeIcon, LaptopIcon, ShieldIcon, UserIcon, WarningIcon } from './ui/icons/index.ts'

/** One page of the account: `/account/<name>`. */
export interface AccountPage {
  readonly name: string
  readonly label: string
  readonly icon: Icon
  /** Further keywords by which the palette finds it. */
  readonly keywords: string
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The pages of the account, in the order of the sidebar. Loaded with the account's frame and with the palette. */
export const accountPages: readonly AccountPage[] = [
  {
    name: 'profile',
    label: t('pages.profile'),
    icon: UserIcon,
    keywords: 'name user picture',
    load: () => import('./account/profile.tsx'),
  },
  {
    name: 'email',
    label: t('pages.email'),
    icon: EnvelopeIcon,
    keywords: 'address mail verify',
    load: () => import('./account/email.tsx'),
  },
  {
    name: 'security',
    label: t('pages.security'),
    icon: ShieldIcon,
    keywords: 'password audit',
    load: () => import('./account/security.tsx'),
  },
  {
    name: 'sessions',
    label: t('pages.sessions'),
    icon: LaptopIcon,
    keywords: 'devices browsers',
    load: () => import('./account/sessions.tsx'),
  },
  {
    name: 'connections',
    label: t('pages.connections'),
    icon: ChainIcon,
    keywords: 'providers google github link',
    load: () => import('./account/social/connections.tsx'),
  },
  { name: 'danger', label: t('pages.danger'), icon: WarningIcon, keywords: 'delete account', load: () => import('./account/danger.tsx') },
]

/** The pages as items of a sidebar; the danger zone has its own group. */
export const accountNav = (): readonly NavGroup[] => {
  const items = accountPages.map(({ name, label, icon, keywords }) => ({
    meta: { icon, keywords },
    label,
    href: `/account/${name}`,
    exact: false,
  }))
  return [
    { group: 'account', title: t('title'), items: items.slice(0, -1) },
    { group: 'danger', title: null, items: items.slice(-1) },
  ]
}
