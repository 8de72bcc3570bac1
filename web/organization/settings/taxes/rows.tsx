import type { ReactNode } from 'react'
import { taxLimits } from '#kernel/taxes/limits.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { t } from './messages.ts'
import { PlaceOptions } from './places.tsx'
import type { RateRow, RegistrationRow } from './values.ts'

type Errors = Readonly<Record<string, string>> | undefined

/** The places where the organization is registered, with its tax ids. `errors` holds the message of a row by its id. */
export function Registrations(props: {
  rows: readonly RegistrationRow[]
  onChange: (rows: readonly RegistrationRow[]) => void
  errors: Errors
}) {
  const { rows, onChange, errors } = props
  const change = (id: string, part: Partial<RegistrationRow>) => onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <Rows
      add={t('add')}
      errors={errors}
      most={taxLimits.registrations}
      onAdd={() => onChange([...rows, { id: crypto.randomUUID(), place: '', taxId: '' }])}
      rows={rows}
    >
      {({ id, place, taxId }, count) => (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-8 max-wide:grid-cols-[minmax(0,1fr)_auto]">
          <Select
            aria-label={t('place', { count })}
            name="registrations"
            onChange={(event) => change(id, { place: event.target.value })}
            value={place}
          >
            <PlaceOptions shop />
          </Select>
          <TextInput
            aria-label={t('taxId', { count })}
            autoComplete="off"
            maxLength={40}
            name="registrations"
            onChange={(event) => change(id, { taxId: event.target.value })}
            placeholder={t('taxIdPlaceholder')}
            spellCheck={false}
            value={taxId}
          />
          <div className="max-wide:col-start-2 max-wide:row-start-1">
            <IconButton icon={CloseIcon} label={t('remove', { count })} onClick={() => onChange(rows.filter((row) => row.id !== id))} />
          </div>
        </div>
      )}
    </Rows>
  )
}

/** The rates of the organization. */
export function Rates(props: { rows: readonly RateRow[]; onChange: (rows: readonly RateRow[]) => void; errors: Errors; today: string }) {
  const { rows, onChange, errors, today } = props
  const change = (id: string, part: Partial<RateRow>) => onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <Rows
      add={t('addRate')}
      errors={errors}
      most={taxLimits.rates}
      onAdd={() => onChange([...rows, { id: crypto.randomUUID(), place: '', name: '', percent: '', validFrom: today }])}
      rows={rows}
    >
      {({ id, place, name, percent, validFrom }, count) => (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-8 max-wide:grid-cols-[minmax(0,1fr)_auto]">
          <Select
            aria-label={t('ratePlace', { count })}
            name="rates"
            onChange={(event) => change(id, { place: event.target.value })}
            value={place}
          >
            <PlaceOptions />
          </Select>
          <TextInput
            aria-label={t('rateName', { count })}
            maxLength={40}
            name="rates"
            onChange={(event) => change(id, { name: event.target.value })}
            placeholder={t('rateNamePlaceholder')}
            value={name}
          />
          <div className="max-wide:col-start-2 max-wide:row-start-1">
            <IconButton icon={CloseIcon} label={t('removeRate', { count })} onClick={() => onChange(rows.filter((row) => row.id !== id))} />
          </div>
          <div className="max-wide:col-start-1">
            <TextInput
              after="%"
              aria-label={t('ratePercent', { count })}
              inputMode="decimal"
              name="rates"
              onChange={(event) => change(id, { percent: event.target.value })}
              value={percent}
            />
          </div>
          <div className="max-wide:col-start-1">
            <TextInput
              aria-label={t('rateFrom', { count })}
              name="rates"
              onChange={(event) => change(id, { validFrom: event.target.value })}
              type="date"
              value={validFrom}
            />
          </div>
        </div>
      )}
    </Rows>
  )
}

function Rows<Row extends { readonly id: string }>(props: {
  rows: readonly Row[]
  /** The maximum number of rows. */
  most: number
  errors: Errors
  add: string
  onAdd: () => void
  children: (row: Row, count: number) => ReactNode
}) {
  const { rows, most, errors = {}, add, onAdd, children } = props
  return (
    <div className="grid gap-12">
      {rows.map((row, at) => (
        <div className="grid gap-4" key={row.id}>
          {children(row, at + 1)}
          {errors[row.id] !== undefined && <p className="text-caption text-bad">{errors[row.id]}</p>}
        </div>
      ))}
      <div className="-ml-8">
        <Button disabled={rows.length >= most} icon={PlusIcon} onClick={onAdd} variant="quiet">
          {add}
        </Button>
      </div>
    </div>
  )
}
