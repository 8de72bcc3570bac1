// The promises of an OpenAPI document, as a flat table: each operation, parameter and field by its path. Pure.

import { componentOf, type TypeSchema } from '../reference/type-text.ts'

type Content = Readonly<Record<string, { readonly schema?: TypeSchema }>>

interface ApiOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema?: TypeSchema }[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
}

/** The part of the document that is compared. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, TypeSchema>> }
}

/** The promise about one operation, parameter or field. */
export interface Promised {
  /** Callers send it, or the server answers it; a schema may be used in both ways. */
  readonly isSent: boolean
  readonly isAnswered: boolean
  /** Whether it is always there, or has to be sent. */
  readonly isRequired: boolean
  /** The kinds of values: types, and names of schemas. */
  readonly types: ReadonlySet<string>
  /** The only values, as JSON; null: any of the types. */
  readonly values: ReadonlySet<string> | null
  /** `minimum`, `maxLength` and the like, by name. */
  readonly limits: Readonly<Record<string, string>>
}

/** The promises of a document, by path: `GET /v1/orders/`, `GET /v1/orders/ ?sorting`, `Order.status`. */
export type Contract = ReadonlyMap<string, Promised>

const LIMITS = ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const

interface Place {
  readonly path: string
  readonly isSent: boolean
  readonly isRequired: boolean
}

/** The promises of a document. */
export function contractOf({ paths, components: { schemas = {} } = {} }: ApiDocument): Contract {
  const contract = new Map<string, Promised>()
  const walked = new Set<string>()

  const add = (schema: TypeSchema, place: Place): void => {
    contract.set(place.path, merged(contract.get(place.path), schema, place))
    const { path, isSent } = place
    for (const part of partsOf(schema)) addParts(part, { path, isSent })
  }
  const addParts = (schema: TypeSchema, { path, isSent }: Omit<Place, 'isRequired'>): void => {
    const name = componentOf(schema)
    if (name !== undefined) {
      const key = `${name} ${isSent}`
      if (walked.has(key)) return
      walked.add(key)
      for (const part of partsOf(schemas[name] ?? {})) addParts(part, { path: name, isSent })
      contract.set(name, merged(contract.get(name), schemas[name] ?? {}, { path: name, isSent, isRequired: false }))
      return
    }
    const { properties = {}, required = [], items, additionalProperties } = schema
    for (const [field, each] of Object.entries(properties)) {
      add(each, { path: `${path}.${field}`, isSent, isRequired: required.includes(field) })
    }
    if (items) add(items, { path: `${path}[]`, isSent, isRequired: false })
    if (typeof additionalProperties === 'object') add(additionalProperties, { path: `${path}.*`, isSent, isRequired: false })
  }

  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [], requestBody, responses = {} }] of Object.entries(methods)) {
      const operation = `${method.toUpperCase()} ${path}`
      add({}, { path: operation, isSent: false, isRequired: false })
      for (const { name, in: where, required = false, schema = {} } of parameters) {
        add(schema, { path: `${operation} ${where === 'query' ? '?' : `${where} `}${name}`, isSent: true, isRequired: required })
      }
      for (const { schema = {} } of Object.values(requestBody?.content ?? {})) {
        add(schema, { path: `${operation} body`, isSent: true, isRequired: true })
      }
      for (const [status, { content = {} }] of Object.entries(responses)) {
        // Refusals have one shape, and their kinds are listed in the reference of errors.
        if (!status.startsWith('2')) continue
        for (const { schema = {} } of Object.values(content))
          add(schema, { path: `${operation} ${status}`, isSent: false, isRequired: true })
      }
    }
  }
  return contract
}

/** A schema without alternatives: itself, or each of its alternatives. */
function partsOf(schema: TypeSchema): readonly TypeSchema[] {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return alternatives.length === 0 ? [schema] : [schema, ...alternatives.flatMap(partsOf)]
}

function merged(known: Promised | undefined, schema: TypeSchema, { isSent, isRequired }: Place): Promised {
  const parts = partsOf(schema)
  const types = parts.flatMap((part) => componentOf(part) ?? part.type ?? [])
  const limited = parts.flatMap((part) =>
    LIMITS.flatMap((name) => (part[name] === undefined || isNoLimit(name, part[name]) ? [] : [[name, String(part[name])] as const])),
  )
  const values = valuesOf(parts)
  return {
    isSent: isSent || known?.isSent === true,
    isAnswered: !isSent || known?.isAnswered === true,
    isRequired: isRequired && (known?.isRequired ?? true),
    types: new Set([...(known?.types ?? []), ...types.flat()]),
    values: known && (known.values === null || values === null) ? null : values && new Set([...(known?.values ?? []), ...values]),
    limits: { ...known?.limits, ...Object.fromEntries(limited) },
  }
}

const isNoLimit = (name: string, limit: unknown) => (name === 'minLength' || name === 'minItems') && limit === 0

/** The only values of alternatives; null where one of them takes any value of its type. */
function valuesOf(parts: readonly TypeSchema[]): readonly string[] | null {
  const typed = parts.filter(({ type, $ref, enum: values, const: value }) => type ?? $ref ?? values ?? value !== undefined)
  const sets = typed.map(({ type, enum: values, const: value }) =>
    value === undefined ? (values ?? (type === 'null' ? [null] : null)) : [value],
  )
  if (sets.length === 0 || sets.some((set) => set === null)) return null
  return sets.flatMap((set) => (set ?? []).map((value) => JSON.stringify(value)))
}
