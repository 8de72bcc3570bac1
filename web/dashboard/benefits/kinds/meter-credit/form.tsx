import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { BenefitKindForm, KindForm } from '../kind.ts'
import { wholeNumber } from '../whole-number.ts'

interface CreditValues {
  readonly units: string
  readonly meterId: string
  readonly rollover: boolean
}

const maxUnits = 2_147_483_647
const maxMeters = 100

/** Units of a meter without charge. */
export const meterCredit: BenefitKindForm<'meter_credit', CreditValues> = {
  type: 'meter_credit',
  valuesOf: (benefit) => ({
    units: String(benefit?.properties.units ?? 100),
    meterId: benefit?.properties.meter_id ?? '',
    rollover: benefit?.properties.rollover ?? false,
  }),
  rules: {
    units: (units) => wholeNumber(units, maxUnits),
    meterId: (meterId) => (meterId === '' ? tKind('meter_credit.form.meterMissing') : undefined),
  },
  paths: { 'properties.units': 'units', 'properties.meter_id': 'meterId' },
  propertiesOf: ({ units, meterId, rollover }) => ({ units: Number(units), meter_id: meterId, rollover }),
  Fields: CreditFields,
}

function CreditFields({ form }: { form: KindForm<CreditValues> }) {
  const { values } = form
  return (
    <>
      <div className="grid items-start gap-16 wide:grid-cols-2">
        <MeterField form={form} />
        <Field {...form.field('units')} hint={tKind('meter_credit.form.unitsHint')} label={tKind('meter_credit.form.units')} required>
          <TextInput {...form.text('units')} inputMode="numeric" numeric />
        </Field>
      </div>
      <Checkbox
        checked={values.rollover}
        label={tKind('meter_credit.form.rollover')}
        onChange={(event) => form.set({ rollover: event.target.checked })}
      />
    </>
  )
}

function MeterField({ form }: { form: KindForm<CreditValues> }) {
  const organization = useOrganization()
  const may = useMay()
  const query = { organizationId: organization.id, limit: maxMeters }
  const meters = useQuery({ ...apiQuery('meters', 'list', query), enabled: may('meters:read'), refetchOnWindowFocus: 'always' })
  // An archived meter stays where the benefit has it.
  const choices = meters.data?.items.filter(({ id, archivedAt }) => archivedAt === null || id === form.values.meterId) ?? []
  const isEmpty = meters.data !== undefined && choices.length === 0
  // In a tab of its own: the form keeps what it holds, and reads the meters again when it is back.
  const create = may('meters:write') && (
    <Link href={`/dashboard/${organization.slug}/usage/meters/new`} rel="noreferrer" target="_blank">
      {tKind('meter_credit.form.createMeter')}
    </Link>
  )
  return (
    <Field
      {...form.field('meterId')}
      beside={create || undefined}
      hint={isEmpty ? tKind('meter_credit.form.noMeters') : undefined}
      label={tKind('meter_credit.form.meter')}
      required
    >
      <Select {...form.text('meterId')}>
        <option value="">{tKind('meter_credit.form.chooseMeter')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
