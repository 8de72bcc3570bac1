import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import type { Organization } from '#client/index.ts'
import { languages, offeredLanguages } from '#kernel/language/languages.ts'
import { Avatar } from '#web/parts/avatar.tsx'
import { BoxIcon, MoonIcon, PlusIcon, ReceiptIcon, SearchIcon, SignOutIcon, SunIcon, TextIcon } from '#web/ui/icons/index.ts'
import { useModal } from '#web/ui/overlays/modal.ts'
import { Key } from '#web/ui/text/key.tsx'
import { isPermitted } from '../access/permission.ts'
import { usePageCommands } from '../commands.ts'
import { t } from '../messages.ts'
import { dashboardNav } from '../nav.ts'
import { useSwitchOrganization } from '../organization-switch.tsx'
import { useSignOut } from '../sign-out.ts'
import { setTheme, useTheme } from '../theme.ts'
import { Group, Hit } from './hit.tsx'
import { usePaletteHits } from './hits.ts'
import { tPalette } from './messages.ts'
import { OtherPages, PageHits } from './pages.tsx'

/** Finds the language setting also in a language that its user cannot read. */
const languageNames = ['language', ...offeredLanguages.map((code) => languages[code].name)].join(' ')

interface PaletteProps {
  onClose: () => void
  onKeys: () => void
  organization: Organization | undefined
  organizations: readonly Organization[]
}

/**
 * The command palette: actions of this page, pages, resources to create, customers, products, orders, organizations, theme, account,
 * sign-out.
 */
export default function Palette({ onClose, onKeys, organization, organizations }: PaletteProps) {
  const [query, setQuery] = useState('')
  const { dialog, handlers } = useModal(true, onClose, false)
  const input = useRef<HTMLInputElement>(null)
  // Runs after the dialog has opened, which focuses the list around the input.
  useEffect(() => input.current?.focus(), [])
  return (
    <dialog
      {...handlers}
      aria-label={tPalette('palette.title')}
      className="floating m-0 mx-auto max-h-[calc(100dvh-32px)] w-640 max-w-[calc(100vw-32px)] overflow-hidden rounded-card border-none bg-float p-0 shadow-float max-wide:mt-16 wide:mt-96"
      ref={dialog}
    >
      <Command label={tPalette('palette.title')} loop>
        <div className="flex h-56 items-center gap-12 border-b border-line px-16">
          <SearchIcon className="text-muted" size={20} />
          <Command.Input
            className="h-full min-w-0 flex-1 bg-transparent text-lead outline-none"
            onValueChange={setQuery}
            placeholder={tPalette('palette.placeholder')}
            ref={input}
            value={query}
          />
          <Key keys="esc" />
        </div>
        <Command.List
          label={tPalette('palette.found')}
          className="max-h-[min(420px,calc(100dvh-200px))] overflow-y-auto overscroll-contain pb-8"
        >
          <Command.Empty className="px-16 py-32 text-center text-label text-muted">{tPalette('palette.nothing', { query })}</Command.Empty>
          <SearchHits close={onClose} organization={organization} query={query} />
          <Actions close={onClose} organization={organization} organizations={organizations} />
        </Command.List>
        <div className="flex h-40 items-center gap-16 border-t border-line px-16 text-caption text-muted max-wide:hidden">
          <span className="flex items-center gap-6">
            <Key keys="up down" /> {tPalette('palette.move')}
          </span>
          <span className="flex items-center gap-6">
            <Key keys="enter" /> {tPalette('palette.open')}
          </span>
          <button className="ml-auto flex items-center gap-6 rounded-key hover:text-text" onClick={onKeys} type="button">
            <Key keys="?" /> {tPalette('palette.allKeys')}
          </button>
        </div>
      </Command>
    </dialog>
  )
}

function Actions({
  close,
  organization,
  organizations,
}: {
  close: () => void
  organization: Organization | undefined
  organizations: readonly Organization[]
}) {
  const router = useRouter()
  const theme = useTheme()
  const signOut = useSignOut()
  const switchTo = useSwitchOrganization()
  const commands = usePageCommands().filter(({ needs }) => organization === undefined || isPermitted(organization, needs))
  const groups = organization === undefined ? [] : dashboardNav(organization.slug, organization)
  const createActions = groups.flatMap(({ items }) =>
    items.flatMap(({ meta: { create } }) =>
      create !== undefined && organization !== undefined && isPermitted(organization, create.needs) ? [create] : [],
    ),
  )
  const run = (action: () => void) => () => {
    close()
    action()
  }
  return (
    <>
      {commands.length > 0 && (
        <Group title={tPalette('palette.here')}>
          {commands.map((command) => (
            <Hit icon={<command.icon />} key={command.id} label={command.label} onSelect={run(command.run)} shortcut={command.shortcut} />
          ))}
        </Group>
      )}
      <Group title={tPalette('palette.goTo')}>
        <PageHits groups={groups} onGo={(href) => run(() => router.history.push(href))()} />
      </Group>
      {createActions.length > 0 && (
        <Group title={tPalette('palette.create')}>
          {createActions.map(({ path, label }) => (
            <Hit
              icon={<PlusIcon />}
              key={path}
              label={label}
              onSelect={run(() => router.history.push(`/dashboard/${organization?.slug}${path}`))}
            />
          ))}
        </Group>
      )}
      <Group title={tPalette('palette.organization')}>
        {organizations
          .filter(({ id }) => id !== organization?.id)
          .map((other) => (
            <Hit
              icon={<Avatar name={other.name} square src={other.logo} />}
              key={other.id}
              label={tPalette('palette.switchTo', { name: other.name })}
              note={other.slug}
              onSelect={run(() => switchTo(other))}
            />
          ))}
        <Hit icon={<PlusIcon />} label={t('frame.newOrganization')} onSelect={run(() => router.history.push('/welcome'))} />
      </Group>
      <Group title={tPalette('palette.theme')}>
        {theme !== 'light' && (
          <Hit icon={<SunIcon />} label={t('frame.themeLight')} onSelect={run(() => setTheme('light'))} keywords={t('frame.theme')} />
        )}
        {theme !== 'dark' && (
          <Hit icon={<MoonIcon />} label={t('frame.themeDark')} onSelect={run(() => setTheme('dark'))} keywords={t('frame.theme')} />
        )}
        {theme !== 'system' && (
          <Hit icon={<SunIcon />} label={t('frame.themeSystem')} onSelect={run(() => setTheme('system'))} keywords={t('frame.theme')} />
        )}
      </Group>
      <OtherPages onGo={(href) => run(() => router.history.push(href))()} organization={organization}>
        <Hit
          icon={<TextIcon />}
          keywords={languageNames}
          label={tPalette('palette.language')}
          onSelect={run(() => router.history.push('/account/profile#language'))}
        />
        <Hit icon={<SignOutIcon />} label={t('frame.signOut')} onSelect={run(signOut)} />
      </OtherPages>
    </>
  )
}

/** The matches of the server, shown without further filtering. */
function SearchHits({ query, organization, close }: { query: string; organization: Organization | undefined; close: () => void }) {
  const router = useRouter()
  const hits = usePaletteHits(query, organization)
  if (hits.length === 0) return null
  const icons = { customer: null, product: <BoxIcon />, order: <ReceiptIcon /> }
  return (
    <Group title={tPalette('palette.found')}>
      {hits.map((hit) => (
        <Hit
          icon={icons[hit.kind] ?? <Avatar name={hit.title} />}
          key={hit.href}
          label={hit.title}
          note={hit.note}
          onSelect={() => {
            close()
            router.history.push(hit.href)
          }}
          keywords={`${query} ${hit.note}`}
        />
      ))}
    </Group>
  )
}
