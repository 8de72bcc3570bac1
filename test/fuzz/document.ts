// The OpenAPI document as the fuzz test reads it: every operation with its inputs, and a validator for every declared answer.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** A JSON schema of the document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly propertyNames?: Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly maxProperties?: number
  readonly deprecated?: boolean
}

/** A parameter of the document. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

/** The declaration of an operation for one status: a validator of the body for each media type; empty where no body is declared. */
export type AnswerDeclaration = ReadonlyMap<string, (body: unknown) => readonly ErrorObject[]>

/** An operation of the document. */
export interface Operation {
  /** `POST /v1/products/` */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly api: 'auth' | 'v1'
  /** Whether the operation requires a token or a session; others are open to every caller. */
  readonly isGuarded: boolean
  readonly takesTokens: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly answers: ReadonlyMap<number, AnswerDeclaration>
}

/** The parsed document. */
export interface ApiDocument {
  readonly operations: readonly Operation[]
  /** Follows a `$ref`. */
  resolve(schema: Schema): Schema
}

interface Content {
  readonly [type: string]: { readonly schema?: Schema }
}
interface Answer {
  readonly $ref?: string
  readonly content?: Content
}
interface RawOperation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}
/** The document as the server returns it. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly responses?: Readonly<Record<string, Answer>> }
}

const DOCUMENT = 'document'
const asPointer = (parts: readonly string[]) => parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))

/** Parses the document; a schema is compiled when its first answer is checked. */
export function parseDocument(document: OpenApi): ApiDocument {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema(document, DOCUMENT)
  const validatorAt = (pointer: readonly string[]) => {
    let validate: ValidateFunction | undefined
    return (body: unknown): readonly ErrorObject[] => {
      validate ??= ajv.compile({ $ref: `${DOCUMENT}#/${asPointer(pointer).join('/')}` })
      return validate(body) ? [] : (validate.errors ?? [])
    }
  }
  const declarationOf = (answer: Answer, pointer: readonly string[]): AnswerDeclaration => {
    const [, reference] = /^#\/components\/responses\/(.+)$/.exec(answer.$ref ?? '') ?? []
    const shared = reference === undefined ? undefined : document.components.responses?.[reference]
    if (reference !== undefined) return declarationOf(shared ?? {}, ['components', 'responses', reference])
    const types = Object.entries(answer.content ?? {})
    return new Map(
      types.map(([type, { schema }]) => [type, schema ? validatorAt([...pointer, 'content', type, 'schema']) : () => []] as const),
    )
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const answers = Object.entries(raw.responses).map(
        ([status, answer]) => [Number(status), declarationOf(answer, ['paths', path, method, 'responses', status])] as const,
      )
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        api: path.startsWith('/api/auth/') ? 'auth' : 'v1',
        isGuarded: (raw.security ?? []).length > 0,
        takesTokens: (raw.security ?? []).some((scheme) => 'access_token' in scheme),
        parameters: raw.parameters ?? [],
        body: raw.requestBody?.content['application/json']?.schema,
        answers: new Map(answers),
      }
    }),
  )
  const resolve = (schema: Schema): Schema => {
    if (!schema.$ref) return schema
    const found = document.components.schemas[schema.$ref.slice('#/components/schemas/'.length)]
    if (!found) throw new Error(`${schema.$ref} is not in the document.`)
    return resolve(found)
  }
  return { operations, resolve }
}
