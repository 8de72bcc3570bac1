import type { ComponentType } from 'react'
import { organizationRooms } from '#locales/en/organizations/organization-rooms.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from './language.ts'
import type { PlaceGroup } from './shell/nav.ts'
import type { Icon } from './ui/icons/drawn.tsx'
import { BranchIcon, EnvelopeIcon, GearIcon, ListIcon, PeopleIcon, ShieldIcon, WarningIcon } from './ui/icons/index.ts'

/** Says the names of the rooms. */
export const t = speaker(language, organizationRooms)

/** One screen of an organization's settings: `/dashboard/<slug>/settings/<name>`. */
export interface OrganizationRoom {
  readonly name: string
  readonly label: string
  readonly icon: Icon
  /** Further words by which the palette finds it. */
  readonly words: string
  readonly load: () => Promise<{ default: ComponentType }>
}

/** The map of the settings, in the order of their sidebar. It comes with their frame and with the palette. */
export const settingsRooms: readonly OrganizationRoom[] = [
  {
    name: 'general',
    label: t('general'),
    icon: GearIcon,
    words: 'name slug address logo metadata',
    load: () => import('./organization/settings/general.tsx'),
  },
  {
    name: 'members',
    label: t('members'),
    icon: PeopleIcon,
    words: 'people colleagues roles',
    load: () => import('./organization/members.tsx'),
  },
  { name: 'teams', label: t('teams'), icon: BranchIcon, words: 'groups', load: () => import('./organization/teams/list.tsx') },
  {
    name: 'invitations',
    label: t('invitations'),
    icon: EnvelopeIcon,
    words: 'invite pending resend',
    load: () => import('./organization/invitations/list.tsx'),
  },
  { name: 'roles', label: t('roles'), icon: ShieldIcon, words: 'permissions may', load: () => import('./organization/roles.tsx') },
  {
    name: 'audit-log',
    label: t('auditLog'),
    icon: ListIcon,
    words: 'history who what when',
    load: () => import('./organization/audit-log/list.tsx'),
  },
  {
    name: 'danger',
    label: t('danger'),
    icon: WarningIcon,
    words: 'delete leave organization',
    load: () => import('./organization/settings/danger.tsx'),
  },
]

/** The same as the places of a sidebar: what is dangerous stands apart. */
export function settingsPlaces(slug: string): readonly PlaceGroup[] {
  const places = settingsRooms.map(({ name, label, icon, words }) => ({
    about: { icon, words },
    label,
    href: `/dashboard/${slug}/settings/${name}`,
    exact: false,
  }))
  return [
    { group: 'organization', title: t('organization'), places: places.slice(0, -1) },
    { group: 'danger', title: null, places: places.slice(-1) },
  ]
}
