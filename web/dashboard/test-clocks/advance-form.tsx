import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TestClock } from '#client/types.ts'
import { apiQuery, client, useAction } from '#web/api.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { useForm } from '#web/parts/use-form.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { toZoneTime } from '#web/ui/inputs/zone-time.ts'
import { useLanguage } from '#web/ui/language.tsx'
import { longTimeText } from '#web/ui/text/moment.ts'
import { useNow } from '#web/ui/text/now.ts'
import { type AdvanceValues, advanceBody, advanceKinds, advanceRules, calendarUnits, targetOf } from './advance.ts'
import { CreateDialog } from './create-dialog.tsx'
import { t } from './messages.ts'

interface AdvanceFormProps {
  readonly clock: TestClock | null
  readonly zone: string
}

/** The time to which the clock is moved, and what is due by then. The first advance creates the clock, after a confirmation. */
export function AdvanceForm({ clock, zone }: AdvanceFormProps) {
  const now = useNow()
  const from = clock === null ? now : new Date(clock.frozenTime)
  const place = { from, zone }
  // The instant to which a clock is to be created.
  const [creation, setCreation] = useState<Date | null>(null)
  const advance = useAction(client.testClocks.advance, ['testClocks', 'organizations'])
  const form = useForm<AdvanceValues, TestClock>({
    initial: { kind: 'month', count: '', unit: 'day', date: toZoneTime(from, zone) },
    rules: advanceRules(place),
    refusals: (values) => ({ paths: { to: 'date', by: values.kind === 'custom' ? 'count' : 'kind' } }),
    send: async (values) => {
      if (clock !== null) return advance.run(clock.id, advanceBody(values, zone))
      // Counted from this moment: the time on the page may be half a minute old.
      setCreation(targetOf(values, { from: new Date(), zone }))
      return null
    },
    onDone: () => undefined,
  })
  return (
    <>
      <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-16">
        <div className="grid items-start gap-16 wide:grid-cols-2">
          <Field {...form.field('kind')} label={t('form.kind')}>
            <Select
              name="kind"
              onChange={(event) => form.set({ kind: event.target.value as AdvanceValues['kind'] })}
              value={form.values.kind}
            >
              {advanceKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`form.kinds.${kind}`)}
                </option>
              ))}
            </Select>
          </Field>
          {form.values.kind === 'custom' && <Duration form={form} />}
          {form.values.kind === 'date' && (
            <Field {...form.field('date')} hint={t('form.dateHint', { zone })} label={t('form.date')} required>
              <TextInput {...form.text('date')} type="datetime-local" />
            </Field>
          )}
        </div>
        <Preview from={from} target={targetOf(form.values, place)} zone={zone} />
        <FormFailure text={form.failure} />
        <div>
          <Button busy={form.busy} type="submit" variant="primary">
            {clock === null ? t('form.first') : t('form.action')}
          </Button>
        </div>
      </AppForm>
      {creation !== null && <CreateDialog onClose={() => setCreation(null)} target={creation} zone={zone} />}
    </>
  )
}

function Duration({ form }: { form: ReturnType<typeof useForm<AdvanceValues, TestClock>> }) {
  return (
    <div className="grid grid-cols-2 items-start gap-16">
      <Field {...form.field('count')} label={t('form.count')} required>
        <TextInput {...form.text('count')} autoComplete="off" inputMode="numeric" maxLength={5} numeric />
      </Field>
      <Field label={t('form.unit')}>
        <Select name="unit" onChange={(event) => form.set({ unit: event.target.value as AdvanceValues['unit'] })} value={form.values.unit}>
          {calendarUnits.map((unit) => (
            <option key={unit} value={unit}>
              {t(`form.units.${unit}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** Where the time moves to, and how many subscriptions reach the end of their period by then. */
function Preview({ from, target, zone }: { from: Date; target: Date | null; zone: string }) {
  const { id: organizationId } = useOrganization()
  const { locale } = useLanguage()
  const may = useMay()
  const isLater = target !== null && target > from
  const due = useQuery({
    ...apiQuery('subscriptions', 'list', { organizationId, active: true, currentPeriodEndBefore: target?.toISOString(), limit: 1 }),
    enabled: isLater && may('subscriptions:read'),
  })
  if (!isLater) return null
  const count = due.data?.pagination.totalCount
  return (
    <div className="grid gap-4 text-label text-muted">
      <p>{t('form.preview', { time: longTimeText(locale, target, zone) })}</p>
      {count !== undefined && <p>{count === 0 ? t('form.dueNone') : t('form.due', { count })}</p>}
    </div>
  )
}
