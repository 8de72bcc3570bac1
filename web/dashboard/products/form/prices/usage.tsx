import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery } from '#web/api.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Link } from '#web/ui/actions/link.tsx'
import { CloseIcon, PlusIcon } from '#web/ui/icons/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { t } from './messages.ts'
import { OptionalMoney } from './optional-money.tsx'
import { UnitAmountInput } from './unit-amount-input.tsx'
import type { UsageRow } from './usage-row.ts'

const maxMeters = 100

interface UsageProps {
  readonly rows: readonly UsageRow[]
  readonly currency: string
  /** The message of a row by its id. */
  readonly errors: Readonly<Record<string, string>> | undefined
  readonly onChange: (rows: readonly UsageRow[]) => void
}

type MeterChoice = Pick<UsageRow, 'meterId' | 'meterName'>

/** The prices of a recurring product for what customers use: one for each meter. */
export function UsagePrices({ rows, currency, errors = {}, onChange }: UsageProps) {
  const organization = useOrganization()
  const list = useRef<HTMLDivElement>(null)
  const may = useMay()
  const query = { organizationId: organization.id, isArchived: false, limit: maxMeters }
  const meters = useQuery({ ...apiQuery('meters', 'list', query), enabled: may('meters:read'), refetchOnWindowFocus: 'always' })
  const choices = meters.data?.items.map(({ id, name }): MeterChoice => ({ meterId: id, meterName: name })) ?? []
  const add = () => {
    onChange([...rows, { id: crypto.randomUUID(), meterId: '', meterName: '', unitAmount: null, cap: null }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLSelectElement>('li:last-child select')?.focus())
  }
  const change = (id: string, part: Partial<UsageRow>) => onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <div className="grid gap-12 border-t border-line pt-16" ref={list}>
      <div className="grid gap-2">
        <h3 className="text-label font-strong">{t('usage')}</h3>
        <p className="text-caption text-muted">{meters.data?.items.length === 0 && rows.length === 0 ? t('noMeters') : t('usageText')}</p>
      </div>
      {rows.length > 0 && (
        <ul className="grid gap-16">
          {rows.map((row) => (
            <li className="grid gap-4" key={row.id}>
              <Row
                choices={choicesOf(row, rows, choices)}
                currency={currency}
                isInvalid={errors[row.id] !== undefined}
                onChange={(part) => change(row.id, part)}
                onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
                row={row}
              />
              {errors[row.id] !== undefined && <p className="text-caption text-bad">{errors[row.id]}</p>}
            </li>
          ))}
        </ul>
      )}
      {meters.data?.items.length === 0 && rows.length === 0 ? (
        may('meters:write') && (
          // In a tab of its own: the form keeps what it holds, and reads the meters again when it is back.
          <Link href={`/dashboard/${organization.slug}/usage/meters/new`} rel="noreferrer" target="_blank">
            {t('createMeter')}
          </Link>
        )
      ) : (
        <div className="-ml-8">
          <Button disabled={choices.length <= rows.length} icon={PlusIcon} onClick={add} variant="quiet">
            {t('addUsage')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The meters that a row may have: none that another row has, and its own also where that is archived. */
function choicesOf(row: UsageRow, rows: readonly UsageRow[], meters: readonly MeterChoice[]): readonly MeterChoice[] {
  const taken = new Set(rows.filter(({ id }) => id !== row.id).map(({ meterId }) => meterId))
  const free = meters.filter(({ meterId }) => !taken.has(meterId))
  return row.meterId === '' || free.some(({ meterId }) => meterId === row.meterId) ? free : [row, ...free]
}

function Row(props: {
  row: UsageRow
  choices: readonly MeterChoice[]
  currency: string
  isInvalid: boolean
  onChange: (part: Partial<UsageRow>) => void
  onRemove: () => void
}) {
  const { row, choices, currency, isInvalid, onChange, onRemove } = props
  const choose = (meterId: string) => onChange({ meterId, meterName: choices.find((each) => each.meterId === meterId)?.meterName ?? '' })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-8 wide:grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_minmax(0,1.5fr)_auto]">
      <Field label={t('meter')} required>
        <Select aria-invalid={isInvalid || undefined} name="usage" onChange={(event) => choose(event.target.value)} value={row.meterId}>
          <option value="">{t('chooseMeter')}</option>
          {choices.map(({ meterId, meterName }) => (
            <option key={meterId} value={meterId}>
              {meterName}
            </option>
          ))}
        </Select>
      </Field>
      <div className="max-wide:order-3 max-wide:col-span-2">
        <Field label={t('unitAmount')} required>
          <UnitAmountInput currency={currency} name="usage" onChange={(unitAmount) => onChange({ unitAmount })} value={row.unitAmount} />
        </Field>
      </div>
      <div className="max-wide:order-4 max-wide:col-span-2">
        <Field label={t('cap')} optional>
          <OptionalMoney currency={currency} name="usage" onChange={(cap) => onChange({ cap })} value={row.cap} />
        </Field>
      </div>
      <IconButton icon={CloseIcon} label={t('removeUsage', { meter: row.meterName || t('thisMeter') })} onClick={onRemove} />
    </div>
  )
}
