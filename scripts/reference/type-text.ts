// Writes a JSON schema as a TypeScript type.

/** The part of JSON Schema that zod writes. */
export interface TypeSchema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: TypeSchema
  readonly prefixItems?: readonly TypeSchema[]
  readonly properties?: Readonly<Record<string, TypeSchema>>
  readonly required?: readonly string[]
  readonly propertyNames?: TypeSchema
  readonly additionalProperties?: TypeSchema | boolean
  readonly anyOf?: readonly TypeSchema[]
  readonly oneOf?: readonly TypeSchema[]
  readonly allOf?: readonly TypeSchema[]
  readonly not?: TypeSchema
  readonly $ref?: string
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly description?: string
  readonly deprecated?: boolean
}

/** The form in which the client names the fields of a type. */
export interface TypeForm {
  /** The client's name of a field. */
  readonly name: (key: string) => string
  /** Whether the keys inside this field keep their names. */
  readonly isOpaque: (key: string) => boolean
}

const COMPONENT = '#/components/schemas/'
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** The name of the component that a schema refers to. */
export const componentOf = ({ $ref }: TypeSchema): string | undefined => $ref?.replace(COMPONENT, '')

/** The form inside an opaque field: keys are unchanged. */
export const plainForm: TypeForm = { name: (key) => key, isOpaque: () => false }

/** The type of the values of `schema`. Everything in it is read-only. `indent` is that of the line on which it begins. */
export function typeText(schema: TypeSchema, form: TypeForm, indent = ''): string {
  const component = componentOf(schema)
  if (component !== undefined) return component
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const options = schema.anyOf ?? schema.oneOf
  if (options) return union(options.map((option) => typeText(option, form, indent)))
  if (schema.allOf) return schema.allOf.map((part) => parenthesized(typeText(part, form, indent))).join(' & ')
  if (schema.not) return 'never'
  if (schema.type === undefined) return schema.properties ? objectText(schema, form, indent) : 'unknown'
  return union([schema.type].flat().map((type) => plainText(type, schema, { form, indent })))
}

/** `text` as a doc comment on lines of its own, or nothing. */
export function commentText(text: string | undefined, indent: string): string {
  return text ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : ''
}

/** The fields of an object, one on each line, between braces. */
export function fieldsText(schema: TypeSchema, form: TypeForm, indent: string): string {
  const inner = `${indent}  `
  const required = new Set(schema.required)
  const lines = Object.entries(schema.properties ?? {}).map(([key, property]) => {
    const type = typeText(property, form.isOpaque(key) ? plainForm : form, inner)
    const isRequired = required.has(key)
    const about = [property.description, property.deprecated ? '@deprecated' : undefined].filter(Boolean).join(' ')
    const field = isRequired ? `: ${type}` : `?: ${union([type, 'undefined'])}`
    return `${commentText(about, inner)}${inner}readonly ${quoted(form.name(key))}${field}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

function plainText(type: string, schema: TypeSchema, { form, indent }: { readonly form: TypeForm; readonly indent: string }): string {
  switch (type) {
    case 'integer':
      return 'number'
    case 'array':
      return arrayText(schema, form, indent)
    case 'object':
      return objectText(schema, form, indent)
    default:
      return type
  }
}

function arrayText({ items, prefixItems }: TypeSchema, form: TypeForm, indent: string): string {
  if (prefixItems) return `readonly [${prefixItems.map((item) => typeText(item, form, indent)).join(', ')}]`
  return `readonly ${parenthesized(typeText(items ?? {}, form, indent))}[]`
}

function objectText(schema: TypeSchema, form: TypeForm, indent: string): string {
  const { properties, propertyNames, additionalProperties } = schema
  if (properties && Object.keys(properties).length > 0) return fieldsText(schema, form, indent)
  const value = typeof additionalProperties === 'object' ? typeText(additionalProperties, form, indent) : 'unknown'
  const key = propertyNames?.enum || propertyNames?.$ref ? typeText(propertyNames, form, indent) : 'string'
  // A named value may contain itself, which no alias may through `Record`.
  if (key === 'string' && typeof additionalProperties === 'object' && mayRecur(additionalProperties))
    return `{ readonly [key: string]: ${value} }`
  const record = `Readonly<Record<${key}, ${value}>>`
  return key === 'string' || schema.required ? record : `Partial<${record}>`
}

const mayRecur = ({ $ref, anyOf = [] }: TypeSchema): boolean => $ref !== undefined || anyOf.some(mayRecur)

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value)
const quoted = (name: string) => (IDENTIFIER.test(name) ? name : literal(name))
const union = (types: readonly string[]) => [...new Set(types)].join(' | ')
const parenthesized = (type: string) => (/ [|&] /.test(type) && !type.startsWith('{') ? `(${type})` : type)
