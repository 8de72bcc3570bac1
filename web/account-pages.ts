import type { ComponentType } from 'react'
import { t } from './account/messages.ts'
import type { PlaceGroup } from './shell/nav.ts'
import type { Icon } from './ui/icons/drawn.tsx'
import { ChainIcon, EnvelopeIcon, LaptopIcon, PersonIcon, ShieldIcon, WarningIcon } from './ui/icons/index.ts'

/** One screen of the account: `/account/<name>`. */
export interface Room {
  readonly name: string
  readonly label: string
  readonly icon: Icon
  /** Further words by which the palette finds it. */
  readonly words: string
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The map of the account, in the order of its sidebar. It comes with the account's frame and with the palette. */
export const rooms: readonly Room[] = [
  { name: 'profile', label: t('rooms.profile'), icon: PersonIcon, words: 'name user picture', load: () => import('./account/profile.tsx') },
  { name: 'email', label: t('rooms.email'), icon: EnvelopeIcon, words: 'address mail verify', load: () => import('./account/email.tsx') },
  { name: 'security', label: t('rooms.security'), icon: ShieldIcon, words: 'password audit', load: () => import('./account/security.tsx') },
  {
    name: 'sessions',
    label: t('rooms.sessions'),
    icon: LaptopIcon,
    words: 'devices browsers',
    load: () => import('./account/sessions.tsx'),
  },
  {
    name: 'connections',
    label: t('rooms.connections'),
    icon: ChainIcon,
    words: 'providers google github link',
    load: () => import('./account/social/connections.tsx'),
  },
  { name: 'danger', label: t('rooms.danger'), icon: WarningIcon, words: 'delete account', load: () => import('./account/danger.tsx') },
]

/** The same as the places of a sidebar: what is dangerous stands apart. */
export const accountPlaces = (): readonly PlaceGroup[] => {
  const places = rooms.map(({ name, label, icon, words }) => ({ about: { icon, words }, label, href: `/account/${name}`, exact: false }))
  return [
    { group: 'account', title: t('title'), places: places.slice(0, -1) },
    { group: 'danger', title: null, places: places.slice(-1) },
  ]
}
