import { useQuery } from '@tanstack/react-query'
import type { CustomField, Product } from '#client/index.ts'
import { apiQuery } from '#web/api.ts'
import { t } from '#web/parts/custom-fields/messages.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Checkbox } from '#web/ui/inputs/checkbox.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { OrderedList } from '#web/ui/inputs/ordered-list.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import type { ProductSection, SectionProps } from './section.ts'

/** A custom field of the product; `id` is that of the field. */
interface AttachedRow {
  readonly id: string
  readonly name: string
  readonly type: CustomField['type']
  readonly required: boolean
}

interface CustomFieldsValues {
  readonly attachedCustomFields: readonly AttachedRow[]
}

const maxAttached = 20
const maxListed = 100

const rowsOf = (product: Product | null): readonly AttachedRow[] =>
  product?.attachedCustomFields.map(({ required, customField: { id, name, type } }) => ({ id, name, type, required })) ?? []

const sentOf = (rows: readonly AttachedRow[]) => rows.map(({ id, required }) => ({ customFieldId: id, required }))

/** The fields that checkouts of the product have beyond the usual, in order, required or not. */
export const customFields: ProductSection<CustomFieldsValues> = {
  title: () => t('attached.title'),
  text: () => t('attached.text'),
  valuesOf: (product) => ({ attachedCustomFields: rowsOf(product) }),
  rules: () => ({}),
  refusals: () => ({ paths: { attached_custom_fields: 'attachedCustomFields' } }),
  creationOf: (values) => ({ attachedCustomFields: sentOf(values.attachedCustomFields) }),
  changesOf: (values, product) => {
    const next = sentOf(values.attachedCustomFields)
    return JSON.stringify(next) === JSON.stringify(sentOf(rowsOf(product))) ? {} : { attachedCustomFields: next }
  },
  labels: { attachedCustomFields: () => t('attached.title') },
  reach: 'buyers',
  Fields: AttachedFields,
}

function AttachedFields({ form }: SectionProps<CustomFieldsValues>) {
  const rows = form.values.attachedCustomFields
  const set = (next: readonly AttachedRow[]) => form.set({ attachedCustomFields: next })
  return (
    <>
      {rows.length > 0 && (
        <OrderedList items={rows} label={t('attached.title')} nameOf={({ name }) => name} onChange={set}>
          {(row) => (
            <div className="flex items-center justify-between gap-12">
              <span className="grid min-w-0 text-label">
                <span className="truncate font-strong">{row.name}</span>
                <span className="truncate text-caption text-muted">{t(`kinds.${row.type}.name`)}</span>
              </span>
              <Checkbox
                aria-label={`${t('attached.required')}: ${row.name}`}
                checked={row.required}
                label={t('attached.required')}
                onChange={({ target }) => set(rows.map((each) => (each.id === row.id ? { ...each, required: target.checked } : each)))}
              />
            </div>
          )}
        </OrderedList>
      )}
      <AddField chosen={rows} error={form.field('attachedCustomFields').error} onAdd={(row) => set([...rows, row])} />
    </>
  )
}

function AddField(props: { chosen: readonly AttachedRow[]; error: string | undefined; onAdd: (row: AttachedRow) => void }) {
  const { chosen, error, onAdd } = props
  const organization = useOrganization()
  const may = useMay()
  const query = { organizationId: organization.id, limit: maxListed, sorting: ['name'] } as const
  const found = useQuery({ ...apiQuery('customFields', 'list', query), enabled: may('custom_fields:read'), refetchOnWindowFocus: 'always' })
  const taken = new Set(chosen.map(({ id }) => id))
  const choices = found.data?.items.filter(({ id }) => !taken.has(id)) ?? []
  const isEmpty = found.data?.items.length === 0
  // In a tab of its own: the form keeps what it holds, and reads the fields again when it is back.
  const create = may('custom_fields:write') && (
    <Link href={`/dashboard/${organization.slug}/custom-fields/new`} rel="noreferrer" target="_blank">
      {t('attached.create')}
    </Link>
  )
  return (
    <Field beside={create || undefined} error={error} hint={isEmpty ? t('attached.none') : undefined} label={t('attached.add')}>
      <Select
        disabled={choices.length === 0 || chosen.length >= maxAttached}
        name="attachedCustomFields"
        onChange={(event) => {
          const field = choices.find(({ id }) => id === event.target.value)
          if (field !== undefined) onAdd({ id: field.id, name: field.name, type: field.type, required: false })
        }}
        value=""
      >
        <option value="">{t('attached.choose')}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
