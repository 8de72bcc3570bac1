import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { Menu } from '../actions/menu.tsx'
import { useShortcut } from '../actions/shortcut.ts'
import { CloseIcon, PlusIcon, SearchIcon } from '../icons/index.ts'
import { TextInput } from '../inputs/text-input.tsx'
import { useLanguage } from '../language.tsx'
import { Key } from '../text/key.tsx'

const debounceMs = 250

/** A filter of a list with a fixed set of values. */
export interface Filter {
  readonly id: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/**
 * The filters of a list, as chips. `query` and `values` come from the URL, and `onQuery` and `onValues` write them to it, so that a link
 * shows the same list. `/` focuses the search field. `note` is on the right ("15 of 38").
 */
export function FilterBar(props: {
  placeholder?: string | undefined
  query?: string | undefined
  onQuery?: ((query: string) => void) | undefined
  filters?: readonly Filter[] | undefined
  values?: Readonly<Record<string, string | undefined>> | undefined
  onValues?: ((values: Readonly<Record<string, string | undefined>>) => void) | undefined
  note?: ReactNode | undefined
}) {
  const { filters = [], values = {}, onValues } = props
  const { translate } = useLanguage()
  const open = filters.filter((filter) => values[filter.id] === undefined)
  const set = (id: string, value: string | undefined) => onValues?.({ ...values, [id]: value })
  return (
    <search className="flex flex-wrap items-center gap-8 pb-12">
      {props.onQuery !== undefined && (
        <SearchField onQuery={props.onQuery} placeholder={props.placeholder ?? ''} query={props.query ?? ''} />
      )}
      {filters.map((filter) => {
        const value = values[filter.id]
        return value !== undefined && <FilterChip filter={filter} key={filter.id} onChange={(next) => set(filter.id, next)} value={value} />
      })}
      {open.length > 0 && (
        <Menu
          items={open.flatMap((filter) => [
            { title: filter.label },
            ...filter.options.map((option) => ({ label: option.label, onSelect: () => set(filter.id, option.value) })),
          ])}
          label={translate('addFilter')}
          trigger={(trigger) => (
            <button
              {...trigger}
              className="inline-flex h-(--h-chip) items-center gap-6 rounded-control border border-dashed border-edge bg-surface px-8 text-label text-muted transition-colors hover:bg-hover"
              type="button"
            >
              <PlusIcon size={14} />
              {translate('addFilter')}
            </button>
          )}
        />
      )}
      {Object.values(values).some((value) => value !== undefined) && (
        <Button variant="quiet" onClick={() => onValues?.(Object.fromEntries(filters.map((filter) => [filter.id, undefined])))}>
          {translate('clearFilters')}
        </Button>
      )}
      {props.note !== undefined && <span className="ml-auto text-label tabular-nums text-muted">{props.note}</span>}
    </search>
  )
}

function FilterChip({ filter, value, onChange }: { filter: Filter; value: string; onChange: (value: string | undefined) => void }) {
  const { translate } = useLanguage()
  return (
    <span className="inline-flex h-(--h-chip) items-center rounded-control border border-edge bg-surface text-label">
      <Menu
        items={filter.options.map((option) => ({
          label: option.label,
          checked: option.value === value,
          onSelect: () => onChange(option.value),
        }))}
        label={filter.label}
        trigger={(trigger) => (
          <button
            {...trigger}
            className="inline-flex h-full items-center divide-x divide-line rounded-l-control hover:bg-hover"
            type="button"
          >
            <span className="px-8 text-muted">{filter.label}</span>
            <span className="px-8">{filter.options.find((option) => option.value === value)?.label ?? value}</span>
          </button>
        )}
      />
      <button
        aria-label={translate('removeFilter', { name: filter.label })}
        className="grid h-full w-24 place-items-center rounded-r-control border-l border-line text-muted hover:bg-hover pointer-coarse:w-44"
        onClick={() => onChange(undefined)}
        type="button"
      >
        <CloseIcon size={14} />
      </button>
    </span>
  )
}

/** The search field of a list. `/` focuses it, Escape clears it. */
export function SearchField({ query, onQuery, placeholder }: { query: string; onQuery: (query: string) => void; placeholder: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(query)
  const [known, setKnown] = useState(query)
  // If the URL changes otherwise (back button, cleared filters), its query replaces the typed text.
  if (known !== query) {
    setKnown(query)
    setTyped(query)
  }
  useShortcut('/', () => input.current?.focus())
  useEffect(() => {
    if (typed === query) return
    const timer = setTimeout(() => onQuery(typed), debounceMs)
    return () => clearTimeout(timer)
  }, [typed, query, onQuery])
  return (
    <div className="w-224 max-wide:w-full">
      <TextInput
        after={
          typed === '' ? (
            <span className="-mr-4 pointer-coarse:hidden">
              <Key keys="/" />
            </span>
          ) : undefined
        }
        aria-label={placeholder}
        icon={SearchIcon}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          if (typed === '') event.currentTarget.blur()
          else setTyped('')
        }}
        placeholder={placeholder}
        ref={input}
        size="chip"
        type="search"
        value={typed}
      />
    </div>
  )
}
