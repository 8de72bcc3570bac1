import type { PlainKey } from '#locales/translator.ts'
import type { account } from '#messages/account.ts'
import { t } from './account/messages.ts'
import { connectionSearch, emailSearch } from './account/search.ts'
import { type FramedKind, framedPage, type Surface } from './shell/surface.ts'
import { ChainIcon, EnvelopeIcon, LaptopIcon, ShieldIcon, UserIcon, WarningIcon } from './ui/icons/index.ts'

interface AccountPage extends FramedKind {
  readonly label: PlainKey<typeof account>
  readonly group: 'account' | 'danger'
}

const accountPage = framedPage<AccountPage>('/account')

/** The pages of the account, in the order of the sidebar. Loaded with the account's frame and with the palette. */
export const accountSurface: Surface<AccountPage> = {
  base: '/account',
  title: t('title'),
  groups: [
    { name: 'account', title: t('title') },
    { name: 'danger', title: null },
  ],
  labelOf: (label) => t(label),
  pages: [
    accountPage('/profile', {
      label: 'pages.profile',
      group: 'account',
      icon: UserIcon,
      keywords: 'account.profile',
      load: () => import('./account/profile.tsx'),
    }),
    accountPage('/email', {
      label: 'pages.email',
      group: 'account',
      icon: EnvelopeIcon,
      keywords: 'account.email',
      search: emailSearch,
      load: () => import('./account/email.tsx'),
    }),
    accountPage('/security', {
      label: 'pages.security',
      group: 'account',
      icon: ShieldIcon,
      keywords: 'account.security',
      load: () => import('./account/security.tsx'),
    }),
    accountPage('/sessions', {
      label: 'pages.sessions',
      group: 'account',
      icon: LaptopIcon,
      keywords: 'account.sessions',
      load: () => import('./account/sessions.tsx'),
    }),
    accountPage('/connections', {
      label: 'pages.connections',
      group: 'account',
      icon: ChainIcon,
      keywords: 'account.connections',
      search: connectionSearch,
      load: () => import('./account/social/connections.tsx'),
    }),
    accountPage('/danger', {
      label: 'pages.danger',
      group: 'danger',
      icon: WarningIcon,
      keywords: 'account.danger',
      load: () => import('./account/danger.tsx'),
    }),
  ],
}
