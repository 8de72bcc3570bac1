import type { Aggregation, Meter } from '#client/index.ts'
import { FilterBuilder } from '#web/parts/meters/filter-builder.tsx'
import { meterText } from '#web/parts/meters/labels.ts'
import { t } from '#web/parts/meters/messages.ts'
import { MeterPill } from '#web/parts/meters/status.tsx'
import { FormField, FormGroup } from '#web/shell/form/form-field.tsx'
import type { FieldsProps, FormPage } from '#web/shell/form/form-page.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { type MeterValues, meterForm } from './fields.ts'
import { Preview } from './preview.tsx'

const funcs: readonly Aggregation['func'][] = ['count', 'sum', 'max', 'min', 'avg', 'unique']

type MeterFields = FieldsProps<Meter, MeterValues>

/** The pages that create and edit a meter. */
export const meterPage: FormPage<Meter, MeterValues> = {
  t,
  form: meterForm,
  call: 'meters',
  refreshes: ['products'],
  list: '/usage/meters',
  title: t('title'),
  first: 'name',
  nameOf: ({ name }) => name,
  status: (meter) => <MeterPill meter={meter} />,
  done: ({ name }, isNew) => t(isNew ? 'form.createdToast' : 'form.saved', { name }),
  Fields,
}

/** Name, filter, method, and a preview of both. What was billed cannot be changed any more: it is shown in words. */
function Fields({ form, resource }: MeterFields) {
  return (
    <>
      <FormGroup text={t('form.generalText')} title={t('form.general')}>
        <FormField form={form} name="name" />
      </FormGroup>
      {resource === null || resource.firstBilledAt === null ? (
        <DefinitionGroups form={form} />
      ) : (
        <FormGroup text={t('form.definitionText')} title={t('form.definition')}>
          <p className="max-w-reading text-label [overflow-wrap:anywhere]">{meterText(resource)}</p>
        </FormGroup>
      )}
    </>
  )
}

function DefinitionGroups({ form }: Pick<MeterFields, 'form'>) {
  const { values } = form
  return (
    <>
      <FormGroup text={t('form.filterText')} title={t('form.filter')}>
        <FilterBuilder errors={form.rows('filter')} name="filter" onChange={(filter) => form.set({ filter })} tree={values.filter} />
      </FormGroup>
      <FormGroup text={t('form.aggregationText')} title={t('form.aggregation')}>
        <div className="grid items-start gap-16 wide:grid-cols-2">
          <FormField form={form} name="func">
            <Select name="func" onChange={(event) => form.set({ func: event.target.value as Aggregation['func'] })} value={values.func}>
              {funcs.map((func) => (
                <option key={func} value={func}>
                  {t(`form.funcs.${func}`)}
                </option>
              ))}
            </Select>
          </FormField>
          {values.func !== 'count' && <FormField form={form} name="property" />}
        </div>
      </FormGroup>
      <FormGroup text={t('form.previewText')} title={t('form.preview')}>
        <Preview values={values} />
      </FormGroup>
    </>
  )
}
