import type { PlainKey } from '#locales/translator.ts'
import { organizationPages } from '#messages/organizations/organization-pages.ts'
import { messages } from './language.ts'
import { entryFilters } from './organization/audit-log/entry.list.ts'
import { invitationFilters } from './organization/invitations/invitation.list.ts'
import { memberFilters } from './organization/member.list.ts'
import { searchOf } from './shell/list/search.ts'
import { type FramedKind, framedPage, type Surface } from './shell/surface.ts'
import {
  BranchIcon,
  CardIcon,
  CycleIcon,
  EnvelopeIcon,
  FileIcon,
  GearIcon,
  ListIcon,
  PictureIcon,
  PlayIcon,
  ReceiptIcon,
  ShieldIcon,
  UsersIcon,
  WarningIcon,
} from './ui/icons/index.ts'

/** The names of the pages. */
export const t = messages(organizationPages)

interface SettingsPage extends FramedKind {
  readonly label: PlainKey<typeof organizationPages>
  readonly group: 'organization' | 'selling' | 'danger'
}

const settingsPage = framedPage<SettingsPage>('/dashboard/$org/settings')

/** The pages of an organization's settings, in the order of the sidebar. Loaded with their frame and with the palette. */
export const settingsSurface: Surface<SettingsPage> = {
  base: '/dashboard/$org/settings',
  title: t('title'),
  groups: [
    { name: 'organization', title: t('organization') },
    { name: 'selling', title: t('selling') },
    { name: 'danger', title: null },
  ],
  labelOf: (label) => t(label),
  pages: [
    settingsPage('/general', {
      label: 'general',
      group: 'organization',
      icon: GearIcon,
      keywords: 'organization.general',
      load: () => import('./organization/settings/general.tsx'),
    }),
    settingsPage('/members/{-$id}', {
      label: 'members',
      group: 'organization',
      icon: UsersIcon,
      keywords: 'organization.members',
      search: searchOf(memberFilters),
      load: () => import('./organization/members.tsx'),
    }),
    settingsPage('/teams/{-$id}', {
      label: 'teams',
      group: 'organization',
      icon: BranchIcon,
      keywords: 'organization.teams',
      search: searchOf({}),
      load: () => import('./organization/teams/list.tsx'),
    }),
    settingsPage('/invitations/{-$id}', {
      label: 'invitations',
      group: 'organization',
      icon: EnvelopeIcon,
      keywords: 'organization.invitations',
      search: searchOf(invitationFilters),
      load: () => import('./organization/invitations/list.tsx'),
    }),
    settingsPage('/roles/{-$id}', {
      label: 'roles',
      group: 'organization',
      icon: ShieldIcon,
      keywords: 'organization.roles',
      load: () => import('./organization/roles.tsx'),
    }),
    settingsPage('/audit-log/{-$id}', {
      label: 'auditLog',
      group: 'organization',
      icon: ListIcon,
      keywords: 'organization.auditLog',
      search: searchOf(entryFilters),
      load: () => import('./organization/audit-log/list.tsx'),
    }),
    settingsPage('/business', {
      needs: 'organizations:write',
      label: 'business',
      group: 'selling',
      icon: ReceiptIcon,
      keywords: 'organization.business',
      load: () => import('./organization/settings/business.tsx'),
    }),
    settingsPage('/billing-rules', {
      needs: 'organizations:write',
      label: 'billingRules',
      group: 'selling',
      icon: CycleIcon,
      keywords: 'organization.billingRules',
      load: () => import('./organization/settings/billing-rules.tsx'),
    }),
    settingsPage('/invoices', {
      needs: 'organizations:write',
      label: 'invoices',
      group: 'selling',
      icon: FileIcon,
      keywords: 'organization.invoices',
      load: () => import('./organization/settings/invoices.tsx'),
    }),
    settingsPage('/payments', {
      needs: 'orders:read',
      label: 'payments',
      group: 'selling',
      icon: CardIcon,
      keywords: 'organization.payments',
      load: () => import('./organization/settings/payments/payments.tsx'),
    }),
    settingsPage('/taxes', {
      needs: 'organizations:write',
      label: 'taxes',
      group: 'selling',
      icon: ListIcon,
      keywords: 'organization.taxes',
      load: () => import('./organization/settings/taxes/taxes.tsx'),
    }),
    settingsPage('/checkout-look', {
      needs: 'organizations:write',
      label: 'checkoutLook',
      group: 'selling',
      icon: PictureIcon,
      keywords: 'organization.checkoutLook',
      load: () => import('./organization/settings/checkout-look.tsx'),
    }),
    settingsPage('/live-mode', {
      needs: 'organizations:write',
      label: 'liveMode',
      group: 'selling',
      icon: PlayIcon,
      keywords: 'organization.liveMode',
      load: () => import('./organization/settings/live-mode.tsx'),
    }),
    settingsPage('/danger', {
      label: 'danger',
      group: 'danger',
      icon: WarningIcon,
      keywords: 'organization.danger',
      load: () => import('./organization/settings/danger.tsx'),
    }),
  ],
}
