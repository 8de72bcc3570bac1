import { Button } from '#web/ui/actions/button.tsx'
import { CalendarIcon } from '#web/ui/icons/index.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { t } from './messages.ts'

/** A range of days as `2026-03-01`, both inclusive. */
export function DayRange(props: {
  from: string | undefined
  to: string | undefined
  onChange: (days: { from: string | undefined; to: string | undefined }) => void
}) {
  const { from, to, onChange } = props
  const label = from === undefined && to === undefined ? t('day') : `${from ?? '…'} – ${to ?? '…'}`
  return (
    <Popover
      label={t('day')}
      trigger={(trigger) => (
        <button
          {...trigger}
          className="inline-flex h-(--h-chip) items-center gap-6 rounded-control border border-edge bg-surface px-8 text-label tabular-nums transition-colors hover:bg-hover"
          type="button"
        >
          <CalendarIcon className="text-muted" size={14} />
          {label}
        </button>
      )}
    >
      {(close) => (
        <div className="grid gap-12">
          <Field label={t('since')}>
            <TextInput
              max={to}
              onChange={(event) => onChange({ from: event.target.value || undefined, to })}
              type="date"
              value={from ?? ''}
            />
          </Field>
          <Field hint={t('daysHint')} label={t('until')}>
            <TextInput
              min={from}
              onChange={(event) => onChange({ from, to: event.target.value || undefined })}
              type="date"
              value={to ?? ''}
            />
          </Field>
          <div>
            <Button
              onClick={() => {
                onChange({ from: undefined, to: undefined })
                close()
              }}
            >
              {t('clear')}
            </Button>
          </div>
        </div>
      )}
    </Popover>
  )
}
