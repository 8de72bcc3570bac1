import type { ComponentType } from 'react'
import { adminFrame } from '#messages/admin/frame.ts'
import { messages } from './language.ts'
import type { NavGroup } from './shell/nav.ts'
import type { Icon } from './ui/icons/icon.tsx'
import { BranchIcon, EnvelopeIcon, HomeIcon, LaptopIcon, ListIcon, PulseIcon, StackIcon, UsersIcon } from './ui/icons/index.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

/** One page of the administration: `/admin/<name>`, with one of its resources at `/admin/<name>/<id>`. */
export interface AdminPage {
  /** Empty for the first page, which is `/admin` itself. */
  readonly name: string
  readonly label: string
  readonly group: 'top' | 'people' | 'system'
  readonly icon: Icon
  readonly go: string
  /** Further keywords by which the palette finds it. */
  readonly keywords: string
  readonly load: LoadPage
  /** The page of one resource of the list, where there is one. */
  readonly loadOne?: LoadPage
}

const t = messages(adminFrame)

/** The pages of the administration, in the order of the sidebar. Loaded with its frame and with the palette. */
export const adminPages: readonly AdminPage[] = [
  {
    name: '',
    label: t('pages.health'),
    group: 'top',
    icon: HomeIcon,
    go: 'h',
    keywords: 'queue mail webhooks',
    load: () => import('./admin/overview/health.tsx'),
  },
  {
    name: 'users',
    label: t('pages.users'),
    group: 'people',
    icon: UsersIcon,
    go: 'u',
    keywords: 'people accounts ban impersonate',
    load: () => import('./admin/users/list.tsx'),
    loadOne: () => import('./admin/users/detail.tsx'),
  },
  {
    name: 'sessions',
    label: t('pages.sessions'),
    group: 'people',
    icon: LaptopIcon,
    go: 's',
    keywords: 'devices signed in',
    load: () => import('./admin/sessions/list.tsx'),
  },
  {
    name: 'organizations',
    label: t('pages.organizations'),
    group: 'people',
    icon: BranchIcon,
    go: 'o',
    keywords: 'tenants merchants',
    load: () => import('./admin/organizations/list.tsx'),
    loadOne: () => import('./admin/organizations/detail.tsx'),
  },
  {
    name: 'audit',
    label: t('pages.audit'),
    group: 'people',
    icon: ListIcon,
    go: 'a',
    keywords: 'log who did what',
    load: () => import('./admin/audit-log/list.tsx'),
  },
  {
    name: 'jobs',
    label: t('pages.jobs'),
    group: 'system',
    icon: StackIcon,
    go: 'j',
    keywords: 'queue dead retry',
    load: () => import('./admin/jobs.tsx'),
  },
  {
    name: 'events',
    label: t('pages.events'),
    group: 'system',
    icon: PulseIcon,
    go: 'e',
    keywords: 'outbox domain events',
    load: () => import('./admin/events.tsx'),
  },
  {
    name: 'emails',
    label: t('pages.emails'),
    group: 'system',
    icon: EnvelopeIcon,
    go: 'm',
    keywords: 'templates mail preview',
    load: () => import('./admin/mail/list.tsx'),
    loadOne: () => import('./admin/mail/detail.tsx'),
  },
]

/** The path of a page, or of one resource of it. */
export const adminHref = (name: string, id?: string): string =>
  `/admin${name === '' ? '' : `/${name}`}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

/** The pages as items of a sidebar. */
export const adminNav = (): readonly NavGroup[] =>
  (['top', 'people', 'system'] as const).map((group) => ({
    group,
    title: group === 'top' ? null : t(`groups.${group}`),
    items: adminPages
      .filter((page) => page.group === group)
      .map(({ name, label, icon, go, keywords }) => ({ meta: { icon, go, keywords }, label, href: adminHref(name), exact: name === '' })),
  }))
