import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { Menu } from '#web/ui/actions/menu.tsx'
import { useShortcut } from '#web/ui/actions/shortcut.ts'
import { SearchField } from '#web/ui/display/search-field.tsx'
import { CloseIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import type { EditorProps } from './filter-editor.tsx'
import { FilterText } from './filter-text.tsx'
import type { ListFilter } from './filters.ts'

/** The filters as the URL holds them. */
export type FilterTexts = Readonly<Record<string, string | undefined>>

/**
 * The filters of a list: a search field, a chip for each filter that is set, and a menu of the others. A chip opens the editor of its
 * filter, whose code is loaded on first use. `note` is on the right ("243 orders · €18,204.12").
 */
export function ListFilterBar(props: {
  filters: readonly ListFilter[]
  values: FilterTexts
  onValues: (change: FilterTexts) => void
  search?: { readonly placeholder: string; readonly query: string; readonly onQuery: (query: string) => void } | undefined
  note?: ReactNode
  /** At the end of the bar. */
  end?: ReactNode
}) {
  const { filters, values, onValues, search } = props
  const { translate } = useLanguage()
  const [added, setAdded] = useState<string | null>(null)
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null)
  const loadEditor = () => void import('./filter-editor.tsx').then((module) => setEditor(() => module.default))
  const bar = useRef<HTMLElement>(null)
  // A list that cannot be searched opens its filters.
  useShortcut('/', () => bar.current?.querySelector<HTMLElement>('[data-add-filter]')?.click(), search === undefined)
  const chips = filters.filter(({ name }) => values[name] !== undefined || name === added)
  const open = filters.filter((filter) => !chips.includes(filter))
  return (
    <search ref={bar} className="flex min-h-44 flex-wrap items-center gap-8 pb-12">
      {search !== undefined && <SearchField {...search} />}
      {chips.map((filter) => (
        <FilterChip
          Editor={Editor}
          filter={filter}
          isNew={filter.name === added && values[filter.name] === undefined && Editor !== null}
          key={filter.name}
          onClosed={() => setAdded(null)}
          onLoad={loadEditor}
          onText={(text) => onValues({ [filter.name]: text })}
          text={values[filter.name]}
        />
      ))}
      {open.length > 0 && (
        <Menu
          items={open.map(({ name, label }) => ({
            label: label(),
            onSelect: () => {
              loadEditor()
              setAdded(name)
            },
          }))}
          label={translate('addFilter')}
          trigger={(trigger) => (
            <button
              {...trigger}
              data-add-filter
              className="inline-flex h-(--h-chip) items-center gap-6 rounded-control border border-edge bg-surface px-8 text-label text-muted transition-colors hover:bg-hover"
              type="button"
            >
              <PlusIcon size={14} />
              {translate('addFilter')}
            </button>
          )}
        />
      )}
      {filters.some(({ name }) => values[name] !== undefined) && (
        <Button variant="quiet" onClick={() => onValues(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}>
          {translate('clearFilters')}
        </Button>
      )}
      {props.note !== undefined && <span className="ml-auto text-label tabular-nums text-muted">{props.note}</span>}
      {props.end}
    </search>
  )
}

function FilterChip(props: {
  filter: ListFilter
  text: string | undefined
  onText: (text: string | undefined) => void
  /** Opens the editor at once; `onClosed` follows. */
  isNew: boolean
  onClosed: () => void
  onLoad: () => void
  Editor: ComponentType<EditorProps> | null
}) {
  const { filter, text, onText, isNew, Editor } = props
  const { translate } = useLanguage()
  const chip = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isNew) chip.current?.querySelector('button')?.click()
  }, [isNew])
  const label = filter.label()
  return (
    <span className="inline-flex h-(--h-chip) items-center rounded-control border border-edge bg-surface text-label" ref={chip}>
      <Popover
        label={label}
        wide={filter.kind === 'dates' && 'content'}
        trigger={(trigger) => (
          <button
            {...trigger}
            className="inline-flex h-full items-center divide-x divide-line rounded-l-control hover:bg-hover"
            onFocus={props.onLoad}
            onPointerEnter={props.onLoad}
            type="button"
          >
            <span className="px-8 text-muted">{label}</span>
            {text !== undefined && (
              <span className="max-w-240 truncate px-8">
                <FilterText filter={filter} text={text} />
              </span>
            )}
          </button>
        )}
      >
        {(close) => Editor !== null && <Editor filter={filter} onClose={close} onText={onText} text={text} />}
      </Popover>
      <button
        aria-label={translate('removeFilter', { name: label })}
        className="grid h-full w-24 place-items-center rounded-r-control border-l border-line text-muted hover:bg-hover pointer-coarse:w-44"
        onClick={() => {
          props.onClosed()
          onText(undefined)
        }}
        type="button"
      >
        <CloseIcon size={14} />
      </button>
    </span>
  )
}
