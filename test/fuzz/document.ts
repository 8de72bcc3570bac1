// The OpenAPI document as the fuzz reads it: every operation with what it takes, and a judge for every answer that it declares.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** A JSON schema as the document holds it. */
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

/** A parameter as the document holds it. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

/** What an operation declares for one status: the media types, each with the judge of its body; none where no body is declared. */
export type Declared = ReadonlyMap<string, (body: unknown) => readonly ErrorObject[]>

/** An operation of the document. */
export interface Operation {
  /** `POST /v1/products/` */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly half: 'auth' | 'v1'
  /** Whether a token or a session may be asked for; others are open to whoever knows the path. */
  readonly isGuarded: boolean
  readonly takesTokens: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly answers: ReadonlyMap<number, Declared>
}

/** The whole document. */
export interface Book {
  readonly operations: readonly Operation[]
  /** The schema that a `$ref` leads to. */
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
/** The document as it is served. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly responses?: Readonly<Record<string, Answer>> }
}

const DOCUMENT = 'document'
const asPointer = (parts: readonly string[]) => parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))

/** Reads the document; every schema is compiled when its first answer comes. */
export function readBook(document: OpenApi): Book {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema(document, DOCUMENT)
  const judgeAt = (place: readonly string[]) => {
    let judge: ValidateFunction | undefined
    return (body: unknown): readonly ErrorObject[] => {
      judge ??= ajv.compile({ $ref: `${DOCUMENT}#/${asPointer(place).join('/')}` })
      return judge(body) ? [] : (judge.errors ?? [])
    }
  }
  const declaredBy = (answer: Answer, place: readonly string[]): Declared => {
    const [, named] = /^#\/components\/responses\/(.+)$/.exec(answer.$ref ?? '') ?? []
    const shared = named === undefined ? undefined : document.components.responses?.[named]
    if (named !== undefined) return declaredBy(shared ?? {}, ['components', 'responses', named])
    const types = Object.entries(answer.content ?? {})
    return new Map(types.map(([type, { schema }]) => [type, schema ? judgeAt([...place, 'content', type, 'schema']) : () => []] as const))
  }
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]): Operation => {
      const answers = Object.entries(raw.responses).map(
        ([status, answer]) => [Number(status), declaredBy(answer, ['paths', path, method, 'responses', status])] as const,
      )
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        half: path.startsWith('/api/auth/') ? 'auth' : 'v1',
        isGuarded: (raw.security ?? []).length > 0,
        takesTokens: (raw.security ?? []).some((way) => 'access_token' in way),
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
