import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Organization } from '#client/index.ts'
import { SearchIcon } from '#web/ui/icons/index.ts'
import { useModal } from '#web/ui/overlays/modal.ts'
import { Key } from '#web/ui/text/key.tsx'
import { isPermitted } from '../access/permission.ts'
import { arrange, type Group } from './arrange.ts'
import type { Entry } from './entry.ts'
import { useFound } from './found.ts'
import { foundGroups } from './found-entries.tsx'
import { Hit, HitGroup } from './hit.tsx'
import { rankOf, ranks } from './match.ts'
import { tPalette } from './messages.ts'
import { usePlaces } from './places.tsx'
import { useEnter, useSelection } from './use-selection.ts'

interface PaletteProps {
  onClose: () => void
  onKeys: () => void
  organization: Organization | undefined
  organizations: readonly Organization[]
}

/**
 * The command palette: actions of this page, pages, resources to create, customers, orders and products with what can be done with the
 * best of them, organizations, theme, account, sign-out.
 */
export default function Palette({ onClose, onKeys, organization, organizations }: PaletteProps) {
  const [query, setQuery] = useState('')
  const { dialog, handlers } = useModal(true, onClose, false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // Runs after the dialog has opened, which focuses the list around the input.
  useEffect(() => input.current?.focus(), [])
  const { groups, isPending } = useGroups(query, organization, organizations)
  const entries = groups.flatMap((group) => group.entries)
  const { selected, isChosen, select } = useSelection(
    entries.map(({ id }) => id),
    query,
  )
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const enter = useEnter(isPending, () => run(entries[0]))
  const onKeyDown = (event: KeyboardEvent) => {
    const isWhole = entries[0] !== undefined && rankOf(query, entries[0]) === ranks.whole
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isPending || isChosen || isWhole) return
    event.preventDefault()
    enter()
  }
  return (
    <dialog
      {...handlers}
      aria-label={tPalette('palette.title')}
      className="floating m-0 mx-auto max-h-[calc(100dvh-32px)] w-640 max-w-[calc(100vw-32px)] overflow-hidden rounded-card border-none bg-float p-0 shadow-float max-wide:mt-16 wide:mt-96"
      ref={dialog}
    >
      <Command label={tPalette('palette.title')} loop onKeyDown={onKeyDown} onValueChange={select} shouldFilter={false} value={selected}>
        <div className="flex h-56 items-center gap-12 border-b border-line px-16">
          <SearchIcon className="text-muted" size={20} />
          <Command.Input
            className="h-full min-w-0 flex-1 bg-transparent text-lead outline-none"
            onValueChange={(text) => {
              setQuery(text)
              list.current?.scrollTo(0, 0)
            }}
            placeholder={tPalette('palette.placeholder')}
            ref={input}
            value={query}
          />
          <Key keys="esc" />
        </div>
        <Command.List
          label={tPalette('palette.found')}
          className="max-h-[min(420px,calc(100dvh-200px))] overflow-y-auto overscroll-contain pb-8"
          ref={list}
        >
          <Command.Empty className="px-16 py-32 text-center text-label text-muted">
            {isPending ? tPalette('palette.searching') : tPalette('palette.nothing', { query })}
          </Command.Empty>
          {groups.map((group) => (
            <HitGroup key={group.title} title={group.title}>
              {group.entries.map((entry) => (
                <Hit entry={entry} key={entry.id} onSelect={() => run(entry)} query={query} />
              ))}
            </HitGroup>
          ))}
        </Command.List>
        <Foot onKeys={onKeys} />
      </Command>
    </dialog>
  )
}

/** All groups for a query: the places and what was found, the best first; below, what can be done with the best hit, and wider searches. */
function useGroups(query: string, organization: Organization | undefined, organizations: readonly Organization[]) {
  const router = useRouter()
  const go = (href: string) => router.history.push(href)
  const places = usePlaces(organization, organizations)
  const state = useFound(query, organization)
  const found = organization === undefined ? [] : foundGroups(state, { organization, go })
  const groups = arrange([...found, ...places], query)
  const best = groups[0]?.entries[0]
  const actions: readonly Group<Entry>[] =
    best?.actions === undefined ? [] : [{ title: tPalette('palette.for', { name: best.label }), entries: best.actions }]
  const lastFound = groups.findLastIndex(({ title }) => found.some((group) => group.title === title))
  const wider = organization === undefined || groups.length === 0 ? [] : widerSearches(query.trim(), organization, go)
  return {
    groups: [...groups.slice(0, lastFound + 1), ...actions, ...groups.slice(lastFound + 1), ...wider],
    isPending: state.isPending,
  }
}

/** The lists that search further than the palette. */
function widerSearches(query: string, organization: Organization, go: (href: string) => void): readonly Group<Entry>[] {
  if (query === '') return []
  const lists = (['orders', 'customers'] as const).filter((kind) => isPermitted(organization, `${kind}:read`))
  const entries = lists.map((kind) => ({
    id: `search-${kind}`,
    label: tPalette(`palette.searchAll.${kind}`, { query }),
    icon: <SearchIcon />,
    run: () => go(`/dashboard/${organization.slug}/${kind}?${new URLSearchParams({ query })}`),
  }))
  return entries.length === 0 ? [] : [{ title: tPalette('palette.everywhere'), entries }]
}

function Foot({ onKeys }: { onKeys: () => void }) {
  return (
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
  )
}
