import type { ComponentType } from 'react'
import { organizationPages } from '#messages/organizations/organization-pages.ts'
import { messages } from './language.ts'
import type { NavGroup } from './shell/nav.ts'
import type { Icon } from './ui/icons/icon.tsx'
import { BranchIcon, EnvelopeIcon, GearIcon, ListIcon, ShieldIcon, UsersIcon, WarningIcon } from './ui/icons/index.ts'

/** The names of the pages. */
export const t = messages(organizationPages)

/** One page of an organization's settings: `/dashboard/<slug>/settings/<name>`. */
export interface OrganizationPage {
  readonly name: string
  readonly label: string
  readonly icon: Icon
  /** Further keywords by which the palette finds it. */
  readonly keywords: string
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The pages of the settings, in the order of the sidebar. Loaded with their frame and with the palette. */
export const settingsPages: readonly OrganizationPage[] = [
  {
    name: 'general',
    label: t('general'),
    icon: GearIcon,
    keywords: 'name slug address logo metadata',
    load: () => import('./organization/settings/general.tsx'),
  },
  {
    name: 'members',
    label: t('members'),
    icon: UsersIcon,
    keywords: 'people colleagues roles',
    load: () => import('./organization/members.tsx'),
  },
  { name: 'teams', label: t('teams'), icon: BranchIcon, keywords: 'groups', load: () => import('./organization/teams/list.tsx') },
  {
    name: 'invitations',
    label: t('invitations'),
    icon: EnvelopeIcon,
    keywords: 'invite pending resend',
    load: () => import('./organization/invitations/list.tsx'),
  },
  { name: 'roles', label: t('roles'), icon: ShieldIcon, keywords: 'permissions may', load: () => import('./organization/roles.tsx') },
  {
    name: 'audit-log',
    label: t('auditLog'),
    icon: ListIcon,
    keywords: 'history who what when',
    load: () => import('./organization/audit-log/list.tsx'),
  },
  {
    name: 'danger',
    label: t('danger'),
    icon: WarningIcon,
    keywords: 'delete leave organization',
    load: () => import('./organization/settings/danger.tsx'),
  },
]

/** The pages as items of a sidebar; the danger zone has its own group. */
export function settingsNav(slug: string): readonly NavGroup[] {
  const items = settingsPages.map(({ name, label, icon, keywords }) => ({
    meta: { icon, keywords },
    label,
    href: `/dashboard/${slug}/settings/${name}`,
    exact: false,
  }))
  return [
    { group: 'organization', title: t('organization'), items: items.slice(0, -1) },
    { group: 'danger', title: null, items: items.slice(-1) },
  ]
}
