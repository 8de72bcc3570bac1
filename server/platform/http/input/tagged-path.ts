import type { z } from 'zod'

type Key = PropertyKey
type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly valueType?: Schema
  readonly innerType?: Schema
  readonly in?: Schema
  readonly out?: Schema
  readonly getter?: () => Schema
  readonly discriminator?: string
  readonly options?: readonly Schema[]
}
type Schema = { readonly _zod: { readonly def: unknown; readonly propValues?: Readonly<Record<string, ReadonlySet<unknown>>> } }

function definitionOf(schema: Schema): Definition {
  return schema._zod.def as Definition
}

// The schema behind wrappers that leave no trace in a path.
function unwrapped(schema: Schema): Schema {
  const definition = definitionOf(schema)
  if (definition.type === 'pipe') {
    const inner = definition.in
    const isPreprocess = inner && definitionOf(inner).type === 'transform'
    const next = isPreprocess ? definition.out : inner
    return next ? unwrapped(next) : schema
  }
  if (definition.type === 'lazy' && definition.getter) return unwrapped(definition.getter())
  return definition.innerType ? unwrapped(definition.innerType) : schema
}

function childOf(schema: Schema, key: Key): Schema | undefined {
  const definition = definitionOf(schema)
  if (definition.type === 'object') return definition.shape?.[String(key)]
  return definition.element ?? definition.valueType
}

function read(value: unknown, key: Key): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<Key, unknown>)[key] : undefined
}

/**
 * The path of an issue with the chosen tag of each tagged union in it, as clients of /v1 expect it:
 * `prices, 0, fixed, price_amount`.
 */
export function taggedPath(root: z.ZodType, given: unknown, path: readonly Key[]): Key[] {
  const tagged: Key[] = []
  let schema: Schema | undefined = unwrapped(root as unknown as Schema)
  let value = given
  for (const key of path) {
    const definition: Definition | undefined = schema && definitionOf(schema)
    const tag: string | undefined = definition?.discriminator
    if (definition && tag !== undefined) {
      const chosen: unknown = read(value, tag)
      const branch: Schema | undefined = definition.options?.find((option) => option._zod.propValues?.[tag]?.has(chosen))
      if (branch && typeof chosen === 'string') tagged.push(chosen)
      schema = branch && unwrapped(branch)
    }
    tagged.push(key)
    const child: Schema | undefined = schema && childOf(schema, key)
    schema = child && unwrapped(child)
    value = read(value, key)
  }
  return tagged
}
