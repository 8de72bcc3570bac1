import { errorText } from '#web/error-text.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import type { Rule, Rules } from '#web/ui/inputs/rules.ts'
import type { FieldDeclaration, FieldLook, Name } from './field.ts'

/** A field of a body that is made of several values of the form. */
interface PartDeclaration<V> {
  /** Its name among unsaved changes. */
  readonly label: string
  readonly write: (values: V) => unknown
}

/** The form of a resource `R` with values `V`, declared once. */
export interface ResourceFormDeclaration<R, V extends object> {
  /** The fields in the order in which changes are named. */
  readonly fields: { readonly [K in Name<V>]: FieldDeclaration<R, V, V[K]> }
  /** The parts that fields with a `part` form together, by their names in the body. */
  readonly parts?: Readonly<Record<string, PartDeclaration<V>>>
  /**
   * The field by which resources have different shapes. It is fixed, each update repeats it, and the API reports problems below its
   * value.
   */
  readonly variant?: Name<V>
  /** The fields that every creation sends besides. */
  readonly always?: object
  /** The text before the message of a refusal that belongs to no field. */
  readonly failed?: string
  /** Whom changes reach, by the names of the changed fields of the body. */
  readonly note?: (changed: readonly string[]) => string | undefined
}

/** The values and functions that follow from the declaration of a form. */
export interface ResourceForm<R, V extends object> {
  readonly looks: { readonly [K in Name<V>]: FieldLook }
  /** The values of a resource, or of a new one. */
  readonly valuesOf: (resource: R | null) => V
  readonly rules: Rules<V>
  readonly refusals: (values: V) => FaultTable<Name<V>>
  /** The body of a creation. */
  readonly creation: (values: V, besides?: object) => object
  /** Everything that an update may change, changed or not. */
  readonly whole: (values: V, resource: R) => object
  /** The fields that differ from the resource, by the names of a body. */
  readonly changes: (values: V, resource: R) => object
  /** The body of an update with these changes. */
  readonly update: (changes: object, resource: R) => object
  /** The labels of changes. */
  readonly labelsOf: (changes: object) => readonly string[]
  /** Whom changes reach; undefined if there are none. */
  readonly noteOf: (changes: object) => string | undefined
}

/** One field of a body, of one value or of several. */
interface BodyField<R, V> {
  readonly name: string
  readonly label: string | undefined
  readonly isFixed: boolean
  readonly applies: (values: V) => boolean
  readonly write: (values: V, resource: R | null) => unknown
  readonly isSame: (values: V, resource: R) => boolean
}

type AnyField<R, V> = FieldDeclaration<R, V, V[Name<V>]>

/** Derives a form from its declaration: its values, rules and faults, and the bodies of its requests. */
export function resourceForm<R, V extends object>(declaration: ResourceFormDeclaration<R, V>): ResourceForm<R, V> {
  const { variant, always, note } = declaration
  const fields = Object.entries(declaration.fields) as [Name<V>, AnyField<R, V>][]
  const valuesOf = (resource: R | null) => Object.fromEntries(fields.map(([name, { read }]) => [name, read(resource, name)])) as V
  const body = bodyFields(declaration, fields, valuesOf)
  const written = (values: V, resource: R | null, isSent: (field: BodyField<R, V>) => boolean) =>
    Object.fromEntries(
      body.filter((each) => each.applies(values) && isSent(each)).map(({ name, write }) => [name, write(values, resource)]),
    )
  return {
    looks: declaration.fields,
    valuesOf,
    rules: Object.fromEntries(fields.map(([name, field]) => [name, rulesOf(field)])) as unknown as Rules<V>,
    refusals: (values) => faultTable(declaration, fields, values),
    creation: (values, besides) => ({ ...besides, ...always, ...written(values, null, () => true) }),
    whole: (values, resource) => written(values, resource, ({ isFixed }) => !isFixed),
    changes: (values, resource) => written(values, resource, ({ isFixed, isSame }) => !isFixed && !isSame(values, resource)),
    update: (changes, resource) => (variant === undefined ? changes : { ...changes, [variant]: Reflect.get(resource as object, variant) }),
    labelsOf: (changes) => body.flatMap(({ name, label }) => (label !== undefined && name in changes ? [label] : [])),
    noteOf: (changes) => (Object.keys(changes).length === 0 ? undefined : note?.(Object.keys(changes))),
  }
}

function bodyFields<R, V extends object>(
  { parts = {}, variant }: ResourceFormDeclaration<R, V>,
  fields: readonly (readonly [Name<V>, AnyField<R, V>])[],
  valuesOf: (resource: R) => V,
): readonly BodyField<R, V>[] {
  const sameAs = (write: BodyField<R, V>['write']) => (values: V, resource: R) =>
    JSON.stringify(write(values, resource)) === JSON.stringify(write(valuesOf(resource), resource))
  const found = new Map<string, BodyField<R, V>>()
  for (const [key, field] of fields) {
    const { part, write, isSame, label, isFixed = key === variant, applies = () => true } = field
    const name = part ?? field.as ?? key
    const whole = part === undefined ? undefined : parts[part]
    const writeField = whole?.write ?? (write && ((values: V, resource: R | null) => write(values[key], resource)))
    if (writeField === undefined || found.has(name)) continue
    const same = isSame && ((values: V, resource: R) => isSame(values[key], resource))
    found.set(name, {
      name,
      isFixed,
      label: whole?.label ?? label,
      applies: whole === undefined ? applies : () => true,
      write: writeField,
      isSame: same ?? sameAs(writeField),
    })
  }
  return [...found.values()]
}

/** The rules of a field, which hold where the field applies. */
const rulesOf = <R, V>({ rule = [], applies }: AnyField<R, V>): readonly Rule<V, V[Name<V>]>[] =>
  [rule].flat().map((each) => (value, values) => (applies?.(values) === false ? undefined : each(value, values)))

function faultTable<R, V extends object>(
  { variant, failed }: ResourceFormDeclaration<R, V>,
  fields: readonly (readonly [Name<V>, AnyField<R, V>])[],
  values: V,
): FaultTable<Name<V>> {
  const paths = fields.flatMap(([name, { part = '', as = name, paths = [as] }]) =>
    paths.map((path) => [toSnake([part, path].filter((step) => step !== '').join('.')), name] as const),
  )
  const below = variant === undefined ? [] : paths.map(([path, name]) => [`${values[variant]}.${path}`, name] as const)
  const texts = fields.flatMap(([name, { texts: own }]) =>
    own === undefined ? [] : [[name, typeof own === 'function' ? own(values[name]) : own]],
  )
  return {
    paths: Object.fromEntries([...paths, ...below]),
    texts: Object.fromEntries(texts) as NonNullable<FaultTable<Name<V>>['texts']>,
    text: (error) => (failed === undefined ? errorText(error) : `${failed} ${errorText(error)}`),
  }
}

/** The name of a field as the API spells it. */
const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
