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

// The schema inside wrappers that do not appear in a path.
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

// The option of a tagged union that the value's tag names.
function branchOf(schema: Schema, value: unknown): Schema | undefined {
  const { discriminator: tag, options } = definitionOf(schema)
  const chosen = tag === undefined ? undefined : read(value, tag)
  return chosen === undefined || tag === undefined ? undefined : options?.find((option) => option._zod.propValues?.[tag]?.has(chosen))
}

// For a union without a tag: the index of the option that is a tagged union and knows the value's tag; -1 for none.
function taggedOption(schema: Schema, value: unknown): number {
  const { type, discriminator, options = [] } = definitionOf(schema)
  if (type !== 'union' || discriminator !== undefined) return -1
  return options.findIndex((option) => branchOf(unwrapped(option), value) !== undefined)
}

interface Position {
  readonly schema: Schema | undefined
  readonly value: unknown
}

// One step down a path: the next position, and the tag that was chosen.
function stepInto({ schema: input, value }: Position, key: Key): Position & { readonly tag: string | undefined } {
  const option = input && definitionOf(input).options?.[taggedOption(input, value)]
  const schema = option ? unwrapped(option) : input
  const discriminator = schema && definitionOf(schema).discriminator
  const branch = schema && branchOf(schema, value)
  const chosen = discriminator === undefined || !branch ? undefined : read(value, discriminator)
  const parent = discriminator === undefined ? schema : branch && unwrapped(branch)
  const child = parent && childOf(parent, key)
  return { schema: child && unwrapped(child), value: read(value, key), tag: typeof chosen === 'string' ? chosen : undefined }
}

function rootOf(root: z.ZodType, value: unknown): Position {
  return { schema: unwrapped(root as unknown as Schema), value }
}

/**
 * The path of an issue with the chosen tag of each tagged union in it, as clients of /v1 expect it:
 * `prices, 0, fixed, price_amount`.
 */
export function taggedPath(root: z.ZodType, input: unknown, path: readonly Key[]): Key[] {
  let position = rootOf(root, input)
  return path.flatMap((key) => {
    const { tag, ...next } = stepInto(position, key)
    position = next
    return tag === undefined ? [key] : [tag, key]
  })
}

/** The index of the option that the value's tag names in the union at `path`; -1 without a tag. */
export function taggedOptionAt(root: z.ZodType, input: unknown, path: readonly Key[]): number {
  let position = rootOf(root, input)
  for (const key of path) position = stepInto(position, key)
  return position.schema ? taggedOption(position.schema, position.value) : -1
}
