import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { addDays, type DayRange } from '#web/ui/inputs/calendar/days.ts'
import { localDay } from '#web/ui/inputs/calendar/local-day.ts'
import { RangeCalendar } from '#web/ui/inputs/calendar/range-calendar.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { useNow } from '#web/ui/text/now.ts'
import { parseFilter, toRangeText } from './filter-values.ts'
import type { FilterOf, FilterOption, ListFilter } from './filters.ts'
import { t } from './messages.ts'

/** The filter, its text in the URL, and what changes it. */
export interface EditorProps {
  readonly filter: ListFilter
  readonly text: string | undefined
  readonly onText: (text: string | undefined) => void
  readonly onClose: () => void
}

/** Edits the value of a filter, by its kind. A choice applies at once; a typed value with Enter or "Done". */
export default function FilterEditor({ filter, ...edit }: EditorProps) {
  switch (filter.kind) {
    case 'one':
      return <One {...edit} options={filter.options()} />
    case 'has':
      return (
        <Options
          {...edit}
          options={[
            { value: 'yes', label: t('yes') },
            { value: 'no', label: t('no') },
          ]}
        />
      )
    case 'several':
      return <Several {...edit} options={filter.options()} />
    case 'dates':
      return <Dates {...edit} />
    case 'amounts':
      return <Amounts {...edit} currency={filter.currency} />
    case 'text':
      return <Text {...edit} label={filter.label()} />
    case 'reference':
    case 'suggested':
      return <Found {...edit} filter={filter} />
  }
}

type Edit = Omit<EditorProps, 'filter'>

/** Options that are shown without a search field. */
const SHORT = 12
/** Values that the server takes for one filter. */
const SEVERAL_MAXIMUM = 100

/** A search field above many options, and those that match it. */
function useFound(options: readonly FilterOption[]): { readonly search: ReactNode; readonly found: readonly FilterOption[] } {
  const { locale } = useLanguage()
  const [typed, setTyped] = useState('')
  if (options.length <= SHORT) return { search: null, found: options }
  const text = typed.trim().toLocaleLowerCase(locale)
  const found = options.filter(({ label }) => label.toLocaleLowerCase(locale).includes(text))
  const search = (
    <>
      <TextInput aria-label={t('find')} onChange={(event) => setTyped(event.target.value)} placeholder={t('find')} value={typed} />
      {found.length === 0 && <p className="text-muted">{t('nothingFound')}</p>}
    </>
  )
  return { search, found }
}

function Options({ options, text, onText, onClose }: Edit & { options: readonly FilterOption[] }) {
  return (
    <div className="-m-8 grid">
      {options.map(({ value, label }) => (
        <button
          aria-pressed={value === text}
          className="flex h-32 items-center rounded-control px-8 text-left hover:bg-hover aria-pressed:bg-selected pointer-coarse:h-44"
          key={value}
          onClick={() => {
            onText(value)
            onClose()
          }}
          type="button"
        >
          <span className="truncate">{label}</span>
        </button>
      ))}
    </div>
  )
}

function One({ options, ...edit }: Edit & { options: readonly FilterOption[] }) {
  const { search, found } = useFound(options)
  if (search === null) return <Options {...edit} options={found} />
  return (
    <div className="grid gap-16">
      {search}
      <div className="max-h-320 overflow-y-auto">
        <Options {...edit} options={found} />
      </div>
    </div>
  )
}

function Several({ options, text, onText, onClose }: Edit & { options: readonly FilterOption[] }) {
  const chosen = parseFilter('several', text) ?? []
  const { search, found } = useFound(options)
  const isFull = chosen.length >= SEVERAL_MAXIMUM
  const toggle = (value: string) => {
    // In the order of the options, so that the same choice is the same URL.
    const next = options.map((option) => option.value).filter((each) => (each === value) !== chosen.includes(each))
    onText(next.length === 0 ? undefined : next.join(','))
  }
  return (
    <Editor onClose={onClose} onText={onText}>
      {search}
      <div className="-m-4 grid max-h-320 gap-12 overflow-y-auto p-4">
        {found.map(({ value, label }) => (
          <Checkbox
            checked={chosen.includes(value)}
            disabled={isFull && !chosen.includes(value)}
            key={value}
            label={label}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
    </Editor>
  )
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

function Dates({ text, onText, onClose }: Edit) {
  const range = parseFilter('dates', text) ?? {}
  const { from, to } = range
  const today = localDay(useNow())
  const set = (next: DayRange) => onText(toRangeText(next.from, next.to))
  const since = (days: number): DayRange => ({ from: addDays(today, 1 - days), to: undefined })
  return (
    <Editor onClose={onClose} onText={onText}>
      <RangeCalendar
        label={t('calendar')}
        nextLabel={t('nextMonth')}
        note={t('zone', { zone: timeZone.replaceAll('_', ' ') })}
        onRange={set}
        presets={[
          { label: t('today'), range: since(1) },
          { label: t('days7'), range: since(7) },
          { label: t('days30'), range: since(30) },
        ]}
        previousLabel={t('previousMonth')}
        range={range}
      />
      <div className="grid grid-cols-2 gap-12">
        <Field label={t('from')}>
          <TextInput max={to} onChange={(event) => set({ from: event.target.value || undefined, to })} type="date" value={from ?? ''} />
        </Field>
        <Field label={t('to')}>
          <TextInput min={from} onChange={(event) => set({ from, to: event.target.value || undefined })} type="date" value={to ?? ''} />
        </Field>
      </div>
    </Editor>
  )
}

function Amounts({ text, onText, onClose, currency }: Edit & { currency: string }) {
  const range = parseFilter('amounts', text)
  const [min, setMin] = useState<number | null>(range?.min ?? null)
  const [max, setMax] = useState<number | null>(range?.max ?? null)
  const apply = () => {
    onText(toRangeText(min ?? undefined, max ?? undefined))
    onClose()
  }
  return (
    <Editor onClose={onClose} onSubmit={apply} onText={onText}>
      <Field label={t('minimum')}>
        <MoneyInput currency={currency} onChange={setMin} value={min} />
      </Field>
      <Field label={t('maximum')}>
        <MoneyInput currency={currency} onChange={setMax} value={max} />
      </Field>
    </Editor>
  )
}

function Text({ text, onText, onClose, label }: Edit & { label: string }) {
  const [typed, setTyped] = useState(text ?? '')
  const apply = () => {
    onText(typed.trim() || undefined)
    onClose()
  }
  return (
    <Editor onClose={onClose} onSubmit={apply} onText={onText}>
      <TextInput aria-label={label} onChange={(event) => setTyped(event.target.value)} value={typed} />
    </Editor>
  )
}

/** A search, and what it finds. */
function Found({ filter, ...edit }: Edit & { filter: Pick<FilterOf<'suggested'>, 'search'> }) {
  const [typed, setTyped] = useState('')
  const found = useQuery({ ...filter.search(typed.trim()), placeholderData: (before) => before })
  return (
    <div className="grid gap-16">
      <TextInput aria-label={t('find')} onChange={(event) => setTyped(event.target.value)} placeholder={t('find')} value={typed} />
      {found.data?.length === 0 ? <p className="text-muted">{t('nothingFound')}</p> : <Options {...edit} options={found.data ?? []} />}
    </div>
  )
}

/** The inputs of an editor above its buttons. Enter is "Done". */
function Editor(props: { children: ReactNode; onText: Edit['onText']; onClose: () => void; onSubmit?: () => void }) {
  const { onClose, onSubmit = onClose } = props
  return (
    <form
      className="grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {props.children}
      <div className="flex justify-between gap-8">
        <Button
          onClick={() => {
            props.onText(undefined)
            onClose()
          }}
          variant="quiet"
        >
          {t('clear')}
        </Button>
        <Button type="submit">{t('done')}</Button>
      </div>
    </form>
  )
}
