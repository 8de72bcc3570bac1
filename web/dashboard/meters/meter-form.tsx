import type { ReactNode } from 'react'
import type { Aggregation } from '#client/index.ts'
import { FormFailure } from '#web/parts/form-failure.tsx'
import { FilterBuilder } from '#web/parts/meters/filter-builder.tsx'
import { t } from '#web/parts/meters/messages.ts'
import type { useForm } from '#web/parts/use-form.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { AppForm } from '#web/ui/inputs/app-form.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { MeterValues } from './meter-values.ts'
import { Preview } from './preview.tsx'

const funcs: readonly Aggregation['func'][] = ['count', 'sum', 'max', 'min', 'avg', 'unique']

interface MeterFormProps {
  form: ReturnType<typeof useForm<MeterValues, unknown>>
  isNew: boolean
  /** What it counts, in words, where that cannot be changed any more. */
  definition?: string | undefined
  children: ReactNode
}

/** The form of a meter: name, filter, method, and a preview of both. `children` are its buttons. */
export function MeterForm({ form, isNew, definition, children }: MeterFormProps) {
  return (
    <AppForm {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32" focusFirst={isNew} saveKey>
      <Group text={t('form.generalText')} title={t('form.general')}>
        <Field {...form.field('name')} label={t('name')} required>
          <TextInput {...form.text('name')} autoComplete="off" />
        </Field>
      </Group>
      {definition === undefined ? (
        <DefinitionGroups form={form} />
      ) : (
        <Group text={t('form.definitionText')} title={t('form.definition')}>
          <p className="max-w-reading text-label [overflow-wrap:anywhere]">{definition}</p>
        </Group>
      )}
      <Group text={t('form.metadataText')} title={t('form.metadata')}>
        <KeyValueEditor errors={form.rows('pairs')} name="pairs" onChange={(pairs) => form.set({ pairs })} pairs={form.values.pairs} />
      </Group>
      <div className="grid gap-16">
        <FormFailure text={form.failure} />
        {children}
      </div>
    </AppForm>
  )
}

function DefinitionGroups({ form }: Pick<MeterFormProps, 'form'>) {
  const { values } = form
  return (
    <>
      <Group text={t('form.filterText')} title={t('form.filter')}>
        <FilterBuilder errors={form.rows('filter')} name="filter" onChange={(filter) => form.set({ filter })} tree={values.filter} />
      </Group>
      <Group text={t('form.aggregationText')} title={t('form.aggregation')}>
        <div className="grid items-start gap-16 wide:grid-cols-2">
          <Field label={t('form.func')} required>
            <Select name="func" onChange={(event) => form.set({ func: event.target.value as Aggregation['func'] })} value={values.func}>
              {funcs.map((func) => (
                <option key={func} value={func}>
                  {t(`form.funcs.${func}`)}
                </option>
              ))}
            </Select>
          </Field>
          {values.func !== 'count' && (
            <Field {...form.field('property')} label={t('form.property')} required>
              <TextInput {...form.text('property')} autoComplete="off" mono placeholder="tokens" />
            </Field>
          )}
        </div>
      </Group>
      <Group text={t('form.previewText')} title={t('form.preview')}>
        <Preview values={values} />
      </Group>
    </>
  )
}

function Group({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <SettingsGroup text={text} title={title}>
      <Card>
        <CardBody>{children}</CardBody>
      </Card>
    </SettingsGroup>
  )
}
