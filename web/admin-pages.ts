import type { ComponentType } from 'react'
import { adminFrame } from '#locales/en/admin/frame.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from './language.ts'
import type { PlaceGroup } from './shell/nav.ts'
import type { Icon } from './ui/icons/drawn.tsx'
import { BranchIcon, EnvelopeIcon, HomeIcon, LaptopIcon, ListIcon, PeopleIcon, PulseIcon, StackIcon } from './ui/icons/index.ts'

type Screen = () => Promise<{ default: ComponentType }>

/** One place of the platform's administrators: `/admin/<name>`, and below it one of its things. */
export interface AdminRoom {
  /** Empty for the first one, which is `/admin` itself. */
  readonly name: string
  readonly label: string
  readonly group: 'top' | 'people' | 'machinery'
  readonly icon: Icon
  readonly go: string
  /** Further words by which the palette finds it. */
  readonly words: string
  readonly load: Screen
  /** The screen of one thing of the list, where there is one. */
  readonly loadOne?: Screen
}

const t = speaker(language, adminFrame)

/** The map of administration, in the order of its sidebar. It comes with its frame and with the palette. */
export const adminRooms: readonly AdminRoom[] = [
  {
    name: '',
    label: t('rooms.health'),
    group: 'top',
    icon: HomeIcon,
    go: 'h',
    words: 'queue mail webhooks',
    load: () => import('./admin/overview/health.tsx'),
  },
  {
    name: 'users',
    label: t('rooms.users'),
    group: 'people',
    icon: PeopleIcon,
    go: 'u',
    words: 'people accounts ban impersonate',
    load: () => import('./admin/users/list.tsx'),
    loadOne: () => import('./admin/users/detail.tsx'),
  },
  {
    name: 'sessions',
    label: t('rooms.sessions'),
    group: 'people',
    icon: LaptopIcon,
    go: 's',
    words: 'devices signed in',
    load: () => import('./admin/sessions/list.tsx'),
  },
  {
    name: 'organizations',
    label: t('rooms.organizations'),
    group: 'people',
    icon: BranchIcon,
    go: 'o',
    words: 'tenants merchants',
    load: () => import('./admin/organizations/list.tsx'),
    loadOne: () => import('./admin/organizations/detail.tsx'),
  },
  {
    name: 'audit',
    label: t('rooms.audit'),
    group: 'people',
    icon: ListIcon,
    go: 'a',
    words: 'log who did what',
    load: () => import('./admin/audit-log/list.tsx'),
  },
  {
    name: 'jobs',
    label: t('rooms.jobs'),
    group: 'machinery',
    icon: StackIcon,
    go: 'j',
    words: 'queue dead retry',
    load: () => import('./admin/jobs.tsx'),
  },
  {
    name: 'facts',
    label: t('rooms.facts'),
    group: 'machinery',
    icon: PulseIcon,
    go: 'f',
    words: 'outbox events',
    load: () => import('./admin/facts.tsx'),
  },
  {
    name: 'emails',
    label: t('rooms.emails'),
    group: 'machinery',
    icon: EnvelopeIcon,
    go: 'm',
    words: 'letters templates mail preview',
    load: () => import('./admin/mail/list.tsx'),
    loadOne: () => import('./admin/mail/letter.tsx'),
  },
]

/** The address of a place, or of a thing in it. */
export const adminPlace = (name: string, id?: string): string =>
  `/admin${name === '' ? '' : `/${name}`}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

/** The same as the places of a sidebar. */
export const adminPlaces = (): readonly PlaceGroup[] =>
  (['top', 'people', 'machinery'] as const).map((group) => ({
    group,
    title: group === 'top' ? null : t(`groups.${group}`),
    places: adminRooms
      .filter((room) => room.group === group)
      .map(({ name, label, icon, go, words }) => ({ about: { icon, go, words }, label, href: adminPlace(name), exact: name === '' })),
  }))
