// The types of the client, from the OpenAPI document (decision 30).
import { camelName, isOpaque } from '#client/camel.ts'
import { commentText, componentOf, fieldsText, plainForm, type TypeForm, type TypeSchema, typeText } from './type-text.ts'

type Content = Readonly<Record<string, { readonly schema: TypeSchema }>>
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly deprecated?: boolean
  readonly schema: TypeSchema
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
/** The part of the document from which the types follow. */
export interface TypedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, TypeSchema>> }
}

/** The inputs and the answer of an operation, each as a schema. */
interface Call {
  readonly id: string
  readonly summary: string
  readonly isV1: boolean
  readonly query: TypeSchema | undefined
  readonly body: TypeSchema | undefined
  readonly answer: TypeSchema
}

const camelForm: TypeForm = { name: camelName, isOpaque }
const HEAD = `// The fields of /v1 are in camelCase, as the client converts them; keys inside metadata and other free-form fields are unchanged.
// Times are ISO 8601 texts in UTC, amounts are integers in the currency's minor units.
`

/** client/wire.ts: a type for each named schema that a call uses, and the query, body and answer of each operation. */
export function clientTypes(document: TypedDocument): string {
  const calls = callsOf(document)
  const forms = formsOf(calls, document.components.schemas)
  const types = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const form = forms.get(name)
    return form ? [declarationText(name, schema, form)] : []
  })
  return [HEAD, ...types, operationsText(calls)].join('\n')
}

function callsOf({ paths }: TypedDocument): readonly Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({
      id: operation.operationId,
      summary: operation.summary,
      isV1: path.startsWith('/v1/'),
      query: queryOf(operation),
      body: Object.values(operation.requestBody?.content ?? {})[0]?.schema,
      answer: answerOf(operation),
    })),
  )
}

// A parameter that may be repeated takes one value as well: both are the same text in a URL.
function queryOf({ parameters = [] }: Operation): TypeSchema | undefined {
  const own = parameters.filter((parameter) => parameter.in === 'query')
  if (own.length === 0) return undefined
  const properties = own.map(({ name, description, deprecated, schema }) => {
    const about = { ...(description && { description }), ...(deprecated && { deprecated }) }
    return [name, { ...(schema.items ? { anyOf: [schema.items, schema] } : schema), ...about }] as const
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: own.filter(({ required }) => required).map(({ name }) => name),
  }
}

function answerOf({ responses }: Operation): TypeSchema {
  const content = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content
  return content ? (Object.values(content)[0]?.schema ?? {}) : { type: 'null' }
}

const formOf = ({ isV1 }: Call): TypeForm => (isV1 ? camelForm : plainForm)

/** The form of each named schema that a call uses: its fields have one form wherever it is used. */
function formsOf(calls: readonly Call[], schemas: TypedDocument['components']['schemas']): ReadonlyMap<string, TypeForm> {
  const forms = new Map<string, TypeForm>()
  const reached = new Map<TypeForm, Set<string>>()
  const add = (schema: TypeSchema | undefined, form: TypeForm): void => {
    const name = schema && componentOf(schema)
    if (name !== undefined) addNamed(name, form)
    else if (schema) addParts(schema, form)
  }
  const addParts = (schema: TypeSchema, form: TypeForm): void => {
    for (const part of [schema.anyOf, schema.oneOf, schema.allOf, schema.prefixItems].flatMap((parts) => parts ?? [])) add(part, form)
    add(schema.items, form)
    add(schema.propertyNames, form)
    if (typeof schema.additionalProperties === 'object') add(schema.additionalProperties, form)
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      add(property, form.isOpaque(key) ? plainForm : form)
    }
  }
  const addNamed = (name: string, form: TypeForm): void => {
    const [schema, known] = [schemas[name], forms.get(name)]
    const keys = Object.keys(schema?.properties ?? {})
    const clash = known && keys.find((key) => known.name(key) !== form.name(key))
    if (clash) throw new Error(`The field "${clash}" of the schema ${name} would have two names in the client: name the schemas apart.`)
    const names = reached.get(form) ?? new Set()
    reached.set(form, names)
    if (names.has(name)) return
    names.add(name)
    forms.set(name, form)
    add(schema, form)
  }
  for (const call of calls) {
    for (const part of [call.query, call.body, call.answer]) add(part, formOf(call))
  }
  return forms
}

function declarationText(name: string, schema: TypeSchema, form: TypeForm): string {
  const isInterface = schema.type === 'object' && schema.properties !== undefined
  const text = isInterface ? `interface ${name} ${fieldsText(schema, form, '')}` : `type ${name} = ${typeText(schema, form)}`
  return `${commentText(schema.description, '')}export ${text}\n`
}

function operationsText(calls: readonly Call[]): string {
  const lines = calls.map((call) => {
    const part = (name: string, schema: TypeSchema | undefined) =>
      schema ? `    readonly ${name}: ${typeText(schema, formOf(call), '    ')}\n` : ''
    const parts = [part('query', call.query), part('body', call.body), part('answer', call.answer)]
    return `${commentText(call.summary, '  ')}  readonly '${call.id}': {\n${parts.join('')}  }\n`
  })
  return `/** The query, the body and the answer of each operation, by its id. */\nexport interface Operations {\n${lines.join('')}}\n`
}
