import type { ReactNode } from 'react'
import { shownEmail } from '#kernel/emails/email.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { LanguageSwitch } from '#web/shell/public/language-switch.tsx'
import { BareIconButton } from '#web/ui/actions/bare-icon-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/menu.tsx'
import { BarsIcon, DownIcon, GearIcon, SignOutIcon } from '#web/ui/icons/index.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { StatusPill } from '#web/ui/text/status.tsx'
import type { PortalOrganization } from './api.ts'
import { t } from './messages.ts'
import { base, hrefOf, usePath } from './place.ts'

const pages = [
  ['', 'nav.overview', true],
  ['/subscriptions', 'nav.subscriptions', true],
  ['/orders', 'nav.orders', true],
  ['/benefits', 'nav.benefits', false],
  ['/usage', 'nav.usage', false],
] as const

/** The frame of the signed-in portal: the merchant, the pages, the customer's own menu, and the merchant's addresses. */
export function PortalFrame(props: {
  shop: PortalOrganization
  email: string | null
  isLimited: boolean
  onSignOut: () => void
  children: ReactNode
}) {
  const { shop, email, isLimited, onSignOut, children } = props
  const { organization } = shop
  const path = usePath()
  const showsUsage = organization.customerPortalSettings.usage.show
  const shown = pages.filter(([page, , isForAll]) => (isForAll || !isLimited) && (page !== '/usage' || showsUsage))
  const isAt = (page: string) => (page === '' ? path === '' : path === page || path.startsWith(`${page}/`))
  const own: MenuItem[] = [
    ...(isLimited ? [] : [{ label: t('nav.settings'), icon: GearIcon, href: hrefOf('/settings') }, 'line' as const]),
    { label: t('nav.signOut'), icon: SignOutIcon, onSelect: onSignOut },
  ]
  const all: MenuItem[] = [
    ...(email === null ? [] : [{ title: email }]),
    ...shown.map(([page, label]) => ({ label: t(label), href: hrefOf(page), ...(isAt(page) && { checked: true }) })),
    'line',
    ...own.filter((item) => item !== 'line'),
  ]
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
      <a className="sr-only focus:not-sr-only focus:absolute focus:p-8" href="#content">
        {t('nav.skip')}
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-56 w-page max-w-full items-center gap-32 px-24 max-wide:px-16">
          <a className="flex min-w-0 items-center gap-12 rounded-key font-strong" href={base}>
            <Avatar name={organization.name} size={32} square src={organization.avatarUrl} />
            <span className="max-w-200 truncate">{organization.name}</span>
            {organization.mode === 'test' && (
              <StatusPill bare tone="info">
                {t('testMode')}
              </StatusPill>
            )}
          </a>
          <nav aria-label={t('nav.label')} className="flex h-full gap-24 max-desk:hidden">
            {shown.map(([page, label]) => (
              <a
                aria-current={isAt(page) ? 'page' : undefined}
                className="grid h-full items-center border-b-2 border-transparent pt-2 text-muted hover:text-text aria-[current]:border-accent aria-[current]:font-strong aria-[current]:text-text"
                href={hrefOf(page)}
                key={page}
              >
                {t(label)}
              </a>
            ))}
          </nav>
          <div className="-mr-8 ml-auto min-w-0 max-desk:hidden">
            <Menu
              items={own}
              label={t('nav.account')}
              side="end"
              trigger={(trigger) => (
                <Button {...trigger} endIcon={DownIcon} variant="quiet">
                  <span className="max-w-240 truncate">{email === null ? t('nav.account') : shownEmail(email)}</span>
                </Button>
              )}
            />
          </div>
          <div className="ml-auto desk:hidden">
            <Menu
              items={all}
              label={t('nav.menu')}
              side="end"
              trigger={(trigger) => <BareIconButton {...trigger} icon={BarsIcon} label={t('nav.menu')} pull="right" />}
            />
          </div>
        </div>
      </header>
      <main className="mx-auto w-page max-w-full px-24 py-32 max-wide:px-16 max-wide:py-24" id="content">
        {children}
      </main>
      <PortalFoot shop={shop} />
      <Toaster />
    </div>
  )
}

/** The merchant's own addresses, and the language. */
export function PortalFoot({ shop }: { shop: PortalOrganization }) {
  const { name, email, website } = shop.organization
  return (
    <footer className="mx-auto flex w-page max-w-full flex-wrap justify-between gap-x-24 gap-y-12 px-24 pb-32 text-caption text-muted max-wide:px-16">
      <span className="flex flex-wrap gap-x-16 gap-y-4 [&_a]:underline [&_a]:decoration-current/40">
        <span>{name}</span>
        {email !== null && <a href={`mailto:${email}`}>{t('foot.help')}</a>}
        {website !== null && (
          <a href={website} rel="noreferrer">
            {t('foot.website')}
          </a>
        )}
      </span>
      <LanguageSwitch readers="buyers" />
    </footer>
  )
}
