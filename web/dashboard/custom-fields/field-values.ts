import type { CustomField, CustomFieldCreate, CustomFieldType, CustomFieldUpdate } from '#client/index.ts'
import { errorText } from '#web/error-text.ts'
import { t } from '#web/parts/custom-fields/messages.ts'
import { type FaultTable, faultText } from '#web/parts/field-faults.ts'
import { isSameMetadata, metadataOf, pairsOf, uniqueKeys } from '#web/parts/metadata.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'

/** The kinds in the order in which they are offered. */
export const fieldTypes: readonly CustomFieldType[] = ['text', 'number', 'date', 'select', 'checkbox']

/** An option of a choice; `id` only identifies the row. */
export interface OptionRow {
  readonly id: string
  readonly label: string
  readonly value: string
}

/** The form values of a custom field: those of its kind count. Bounds are texts; of dates, days. */
export interface FieldValues {
  readonly type: CustomFieldType
  readonly name: string
  readonly slug: string
  readonly label: string
  readonly help: string
  readonly placeholder: string
  readonly textarea: boolean
  readonly least: string
  readonly most: string
  readonly options: readonly OptionRow[]
  readonly pairs: readonly Pair[]
}

const seconds = 1000
const dayLength = 10
const wholeNumber = /^-?\d{1,15}$/
const slugForm = /^[a-z\d_-]+$/

/** A key made of a name: "Team size" gives `team-size`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')

const dayOf = (at: number | undefined) => (at === undefined ? '' : new Date(at * seconds).toISOString().slice(0, dayLength))
const textOf = (value: number | undefined) => (value === undefined ? '' : String(value))

function boundsOf(field: CustomField): Pick<FieldValues, 'least' | 'most'> {
  if (field.type === 'text') return { least: textOf(field.properties.min_length), most: textOf(field.properties.max_length) }
  if (field.type === 'number') return { least: textOf(field.properties.ge), most: textOf(field.properties.le) }
  if (field.type === 'date') return { least: dayOf(field.properties.ge), most: dayOf(field.properties.le) }
  return { least: '', most: '' }
}

/** The form values of a field, or of a new one. */
export function valuesOf(field: CustomField | null): FieldValues {
  const first: OptionRow = { id: 'first', label: '', value: '' }
  if (field === null) {
    const texts = { name: '', slug: '', label: '', help: '', placeholder: '', least: '', most: '' }
    return { type: 'text', ...texts, textarea: false, options: [first], pairs: [] }
  }
  const { type, name, slug, properties, metadata } = field
  return {
    type,
    name,
    slug,
    label: properties.form_label ?? '',
    help: properties.form_help_text ?? '',
    placeholder: properties.form_placeholder ?? '',
    textarea: field.type === 'text' && field.properties.textarea === true,
    ...boundsOf(field),
    options: field.type === 'select' ? field.properties.options.map((option) => ({ id: option.value, ...option })) : [first],
    pairs: pairsOf(metadata),
  }
}

const hasBounds = (type: CustomFieldType) => type === 'text' || type === 'number' || type === 'date'

/** A bound as a number: characters, a value, or seconds since 1970 at the start of a day in UTC; undefined where it is empty. */
function boundOf(text: string, type: CustomFieldType): number | undefined {
  if (text.trim() === '' || !hasBounds(type)) return undefined
  return type === 'date' ? Date.parse(`${text}T00:00:00Z`) / seconds : Number(text)
}

function boundFault(text: string, { type }: FieldValues): string | undefined {
  if (!hasBounds(type) || type === 'date' || text.trim() === '') return undefined
  const isValid = wholeNumber.test(text.trim()) && (type === 'number' || Number(text) >= 0)
  return isValid ? undefined : t('form.numberInvalid')
}

/** What must hold for the form. */
export const fieldRules: Rules<FieldValues> = {
  name: filled(t('form.nameMissing')),
  slug: (slug) => (slugForm.test(slug.trim()) ? undefined : t('form.slugInvalid')),
  least: boundFault,
  most: [
    boundFault,
    (most, { type, least }) => {
      const [low, high] = [boundOf(least, type), boundOf(most, type)]
      return low !== undefined && high !== undefined && high < low ? t('form.boundsInvalid') : undefined
    },
  ],
  options: (options, { type }) => (type === 'select' ? optionFaults(options) : undefined),
  pairs: uniqueKeys({ missing: t('form.keyMissing'), duplicate: t('form.keyDuplicate') }),
}

function optionFaults(options: readonly OptionRow[]): string | Readonly<Record<string, string>> | undefined {
  if (options.length === 0) return t('form.optionsMissing')
  const faults = options.flatMap(({ id, label, value }, at) => {
    if (label.trim() === '' || value.trim() === '') return [[id, t('form.optionMissing')] as const]
    const isSecond = options.slice(0, at).some((other) => other.value.trim() === value.trim())
    return isSecond ? [[id, t('form.optionDuplicate')] as const] : []
  })
  return faults.length === 0 ? undefined : Object.fromEntries(faults)
}

/** What the refusals of the server mean; it names the fields of a body below the type. */
export const fieldRefusals = ({ type, options, pairs }: FieldValues): FaultTable<keyof FieldValues> => {
  const paths: Record<string, keyof FieldValues> = {
    name: 'name',
    slug: 'slug',
    'properties.form_label': 'label',
    'properties.form_help_text': 'help',
    'properties.form_placeholder': 'placeholder',
    'properties.min_length': 'least',
    'properties.max_length': 'most',
    'properties.ge': 'least',
    'properties.le': 'most',
    'properties.options': 'options',
    metadata: 'pairs',
  }
  const rowFault = (row: { readonly id: string } | undefined, text: string) => (row === undefined ? text : { [row.id]: text })
  return {
    paths: { ...paths, ...Object.fromEntries(Object.entries(paths).map(([path, field]) => [`${type}.${path}`, field])) },
    texts: {
      slug: { value_error: t('form.slugTaken'), other: t('form.slugInvalid') },
      options: (fault) => rowFault(options[Number(/options\.(\d+)/.exec(fault.path)?.[1] ?? 0)], faultText(fault)),
      pairs: (fault) => rowFault(pairs.find(({ key }) => fault.path.endsWith(`metadata.${key.trim()}`)) ?? pairs[0], faultText(fault)),
    },
    text: (error) => `${t('form.failed')} ${errorText(error)}`,
  }
}

/** The properties of the kind, without what is empty. */
export function propertiesOf(values: FieldValues): Readonly<Record<string, unknown>> {
  const { type, least, most } = values
  const [low, high] = [boundOf(least, type), boundOf(most, type)]
  const all: readonly [name: string, value: unknown][] = [
    ['form_label', values.label.trim()],
    ['form_help_text', values.help.trim()],
    ['form_placeholder', type === 'checkbox' ? '' : values.placeholder.trim()],
    ['textarea', type === 'text' && values.textarea ? true : ''],
    [type === 'text' ? 'min_length' : 'ge', low ?? ''],
    [type === 'text' ? 'max_length' : 'le', high ?? ''],
    ['options', type === 'select' ? values.options.map(({ label, value }) => ({ label: label.trim(), value: value.trim() })) : ''],
  ]
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** The body of the create request. */
export const creationOf = (values: FieldValues, organizationId: string): CustomFieldCreate =>
  ({
    organizationId,
    type: values.type,
    name: values.name.trim(),
    slug: values.slug.trim(),
    properties: propertiesOf(values),
    metadata: metadataOf(values.pairs, {}),
  }) as CustomFieldCreate

/** What changed, by the names of the fields of a request. */
export function changesOf(values: FieldValues, field: CustomField): Omit<CustomFieldUpdate, 'type'> {
  const properties = propertiesOf(values)
  return {
    ...(values.name.trim() !== field.name && { name: values.name.trim() }),
    ...(values.slug.trim() !== field.slug && { slug: values.slug.trim() }),
    ...(JSON.stringify(properties) !== JSON.stringify(propertiesOf(valuesOf(field))) && { properties }),
    ...(!isSameMetadata(values.pairs, field.metadata) && { metadata: metadataOf(values.pairs, field.metadata) }),
  } as Omit<CustomFieldUpdate, 'type'>
}

const labels = { name: 'form.name', slug: 'form.slug', properties: 'form.look', metadata: 'form.metadata' } as const

/** The labels of the changed fields. */
export const changedLabels = (changes: object): readonly string[] =>
  Object.keys(changes).flatMap((field) => (Object.hasOwn(labels, field) ? [t(labels[field as keyof typeof labels])] : []))

/** Whom the changes reach; undefined if there are none. */
export function noteOf(changes: object): string | undefined {
  const fields = Object.keys(changes)
  if (fields.length === 0) return undefined
  return t(fields.some((field) => field !== 'metadata') ? 'form.reachNote' : 'form.codeNote')
}
