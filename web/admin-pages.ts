import type { PlainKey } from '#locales/translator.ts'
import { adminFrame } from '#messages/admin/frame.ts'
import {
  auditSearch,
  eventSearch,
  jobSearch,
  mailSearch,
  organizationPageSearch,
  organizationSearch,
  payoutSearch,
  sessionSearch,
  userPageSearch,
  userSearch,
  webhookSearch,
} from './admin/search.ts'
import { messages } from './language.ts'
import { type FramedKind, framedPage, type Surface } from './shell/surface.ts'
import { endpointSearch } from './shell/webhooks/delivery.list.ts'
import {
  BranchIcon,
  EnvelopeIcon,
  HomeIcon,
  HooksIcon,
  LaptopIcon,
  ListIcon,
  PulseIcon,
  ReturnIcon,
  StackIcon,
  UsersIcon,
} from './ui/icons/index.ts'

const t = messages(adminFrame)

interface AdminPage extends FramedKind {
  readonly label: PlainKey<typeof adminFrame>
  readonly group: 'top' | 'people' | 'system'
}

const adminPage = framedPage<AdminPage>('/admin')

/** The pages of the administration, in the order of the sidebar. Loaded with its frame and with the palette. */
export const adminSurface: Surface<AdminPage> = {
  base: '/admin',
  title: t('title'),
  groups: [
    { name: 'top', title: null },
    { name: 'people', title: t('groups.people') },
    { name: 'system', title: t('groups.system') },
  ],
  labelOf: (label) => t(label),
  pages: [
    adminPage('', {
      label: 'pages.health',
      group: 'top',
      icon: HomeIcon,
      go: 'h',
      keywords: 'admin.health',
      load: () => import('./admin/overview/health.tsx'),
    }),
    adminPage('/users', {
      label: 'pages.users',
      group: 'people',
      icon: UsersIcon,
      go: 'u',
      keywords: 'admin.users',
      search: userSearch,
      load: () => import('./admin/users/list.tsx'),
    }),
    adminPage('/users/$id', { label: 'pages.users', search: userPageSearch, load: () => import('./admin/users/detail.tsx') }),
    adminPage('/sessions', {
      label: 'pages.sessions',
      group: 'people',
      icon: LaptopIcon,
      go: 's',
      keywords: 'admin.sessions',
      search: sessionSearch,
      load: () => import('./admin/sessions/list.tsx'),
    }),
    adminPage('/organizations', {
      label: 'pages.organizations',
      group: 'people',
      icon: BranchIcon,
      go: 'o',
      keywords: 'admin.organizations',
      search: organizationSearch,
      load: () => import('./admin/organizations/list.tsx'),
    }),
    adminPage('/organizations/$id', {
      label: 'pages.organizations',
      search: organizationPageSearch,
      load: () => import('./admin/organizations/detail.tsx'),
    }),
    adminPage('/payouts', {
      label: 'pages.payouts',
      group: 'people',
      icon: ReturnIcon,
      go: 'p',
      keywords: 'admin.payouts',
      search: payoutSearch,
      load: () => import('./admin/payouts/payouts.tsx'),
    }),
    adminPage('/audit', {
      label: 'pages.audit',
      group: 'people',
      icon: ListIcon,
      go: 'a',
      keywords: 'admin.audit',
      search: auditSearch,
      load: () => import('./admin/audit-log/list.tsx'),
    }),
    adminPage('/jobs', {
      label: 'pages.jobs',
      group: 'system',
      icon: StackIcon,
      go: 'j',
      keywords: 'admin.jobs',
      search: jobSearch,
      load: () => import('./admin/jobs.tsx'),
    }),
    adminPage('/events', {
      label: 'pages.events',
      group: 'system',
      icon: PulseIcon,
      go: 'e',
      keywords: 'admin.events',
      search: eventSearch,
      load: () => import('./admin/events.tsx'),
    }),
    adminPage('/webhooks', {
      label: 'pages.webhooks',
      group: 'system',
      icon: HooksIcon,
      go: 'w',
      keywords: 'admin.webhooks',
      search: webhookSearch,
      load: () => import('./admin/webhooks/list.tsx'),
    }),
    adminPage('/webhooks/$id', { label: 'pages.webhooks', search: endpointSearch, load: () => import('./admin/webhooks/detail.tsx') }),
    adminPage('/emails', {
      label: 'pages.emails',
      group: 'system',
      icon: EnvelopeIcon,
      go: 'm',
      keywords: 'admin.emails',
      search: mailSearch,
      load: () => import('./admin/mail/list.tsx'),
    }),
    adminPage('/emails/$id', { label: 'pages.emails', search: mailSearch, load: () => import('./admin/mail/detail.tsx') }),
  ],
}
