import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useRef, useState } from 'react'
import type { Organization } from '#client/index.ts'
import { BoxIcon, MoonIcon, PlusIcon, ReceiptIcon, SearchIcon, SignOutIcon, SunIcon } from '#web/ui/icons/index.ts'
import { useModal } from '#web/ui/overlays/modal.ts'
import { Avatar } from '#web/ui/text/avatar.tsx'
import { Key } from '#web/ui/text/key.tsx'
import { usePageCommands } from '../commands.ts'
import { t } from '../messages.ts'
import { placesOf } from '../nav.ts'
import { useSwitchOrganization } from '../organization-switch.tsx'
import { useSignOut } from '../sign-out.ts'
import { setTheme, useTheme } from '../theme.ts'
import { Group, Hit } from './hit.tsx'
import { usePaletteHits } from './hits.ts'
import { tell } from './messages.ts'
import { Rooms } from './pages.tsx'

interface PaletteProps {
  onClose: () => void
  onKeys: () => void
  organization: Organization | undefined
  organizations: readonly Organization[]
}

/** Search or jump to: the acts of this page, places, things to create, customers, products and orders, organizations, theme, the account, the way out. */
export default function Palette({ onClose, onKeys, organization, organizations }: PaletteProps) {
  const [query, setQuery] = useState('')
  const { dialog, backOut } = useModal(true, onClose, false)
  const input = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which gave the focus to the list around the input.
  useEffect(() => input.current?.focus(), [])
  return (
    <dialog
      {...backOut}
      aria-label={tell('palette.title')}
      className="floating m-0 mx-auto max-h-[calc(100dvh-32px)] w-640 max-w-[calc(100vw-32px)] overflow-hidden rounded-card border-none bg-float p-0 shadow-float max-wide:mt-16 wide:mt-96"
      ref={dialog}
    >
      <Command label={tell('palette.title')} loop>
        <div className="flex h-56 items-center gap-12 border-b border-line px-16">
          <SearchIcon className="text-muted" size={20} />
          <Command.Input
            className="h-full min-w-0 flex-1 bg-transparent text-lead outline-none"
            onValueChange={setQuery}
            placeholder={tell('palette.placeholder')}
            ref={input}
            value={query}
          />
          <Key press="esc" />
        </div>
        <Command.List className="max-h-[min(420px,calc(100dvh-200px))] overflow-y-auto overscroll-contain pb-8">
          <Command.Empty className="px-16 py-32 text-center text-label text-muted">{tell('palette.nothing', { query })}</Command.Empty>
          <Found close={onClose} organization={organization} query={query} />
          <Acts close={onClose} organization={organization} organizations={organizations} />
        </Command.List>
        <div className="flex h-40 items-center gap-16 border-t border-line px-16 text-caption text-muted max-wide:hidden">
          <span className="flex items-center gap-6">
            <Key press="up down" /> {tell('palette.move')}
          </span>
          <span className="flex items-center gap-6">
            <Key press="enter" /> {tell('palette.open')}
          </span>
          <button className="ml-auto flex items-center gap-6 rounded-key hover:text-text" onClick={onKeys} type="button">
            <Key press="?" /> {tell('palette.allKeys')}
          </button>
        </div>
      </Command>
    </dialog>
  )
}

function Acts({
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
  const commands = usePageCommands()
  const groups = organization === undefined ? [] : placesOf(organization.slug)
  const creations = groups.flatMap(({ places }) => places.flatMap(({ about }) => (about.create === undefined ? [] : [about.create])))
  const run = (act: () => void) => () => {
    close()
    act()
  }
  return (
    <>
      {commands.length > 0 && (
        <Group title={tell('palette.here')}>
          {commands.map((command) => (
            <Hit icon={<command.icon />} key={command.id} label={command.label} onSelect={run(command.run)} press={command.press} />
          ))}
        </Group>
      )}
      <Group title={tell('palette.goTo')}>
        {groups.flatMap(({ places }) =>
          places.map(({ about, label, href }) => (
            <Hit
              icon={about.icon && <about.icon />}
              key={href}
              label={label}
              onSelect={run(() => router.history.push(href))}
              press={about.go && `g ${about.go}`}
              words={about.words}
            />
          )),
        )}
      </Group>
      {creations.length > 0 && (
        <Group title={tell('palette.create')}>
          {creations.map(({ path, label }) => (
            <Hit
              icon={<PlusIcon />}
              key={path}
              label={t(label)}
              onSelect={run(() => router.history.push(`/dashboard/${organization?.slug}${path}`))}
            />
          ))}
        </Group>
      )}
      <Group title={tell('palette.organization')}>
        {organizations
          .filter(({ id }) => id !== organization?.id)
          .map((other) => (
            <Hit
              icon={<Avatar name={other.name} square src={other.logo} />}
              key={other.id}
              label={tell('palette.switchTo', { name: other.name })}
              note={other.slug}
              onSelect={run(() => switchTo(other))}
            />
          ))}
        <Hit icon={<PlusIcon />} label={t('frame.newOrganization')} onSelect={run(() => router.history.push('/welcome'))} />
      </Group>
      <Group title={tell('palette.theme')}>
        {theme !== 'light' && (
          <Hit icon={<SunIcon />} label={t('frame.themeLight')} onSelect={run(() => setTheme('light'))} words={t('frame.theme')} />
        )}
        {theme !== 'dark' && (
          <Hit icon={<MoonIcon />} label={t('frame.themeDark')} onSelect={run(() => setTheme('dark'))} words={t('frame.theme')} />
        )}
        {theme !== 'system' && (
          <Hit icon={<SunIcon />} label={t('frame.themeSystem')} onSelect={run(() => setTheme('system'))} words={t('frame.theme')} />
        )}
      </Group>
      <Rooms onGo={(href) => run(() => router.history.push(href))()} organization={organization}>
        <Hit icon={<SignOutIcon />} label={t('frame.signOut')} onSelect={run(signOut)} />
      </Rooms>
    </>
  )
}

/** What the server finds for the words: shown as it comes, not filtered again. */
function Found({ query, organization, close }: { query: string; organization: Organization | undefined; close: () => void }) {
  const router = useRouter()
  const hits = usePaletteHits(query, organization)
  if (hits.length === 0) return null
  const icons = { customer: null, product: <BoxIcon />, order: <ReceiptIcon /> }
  return (
    <Group title={tell('palette.found')}>
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
          words={`${query} ${hit.note}`}
        />
      ))}
    </Group>
  )
}
