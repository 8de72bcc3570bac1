import { z } from 'zod'

/** A JSON schema, or a part of the document. */
export type Json = { [key: string]: unknown }

/** The named schemas of a document, collected while its operations are generated. */
export interface Schemas {
  readonly all: Json
  /** The schema of an input or output. Named schemas become components and are referenced. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json
}

const REF = '#/$defs/'
const COMPONENT = '#/components/schemas/'

function override({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // Answers may gain fields: a client that refuses unknown fields would break at the next release.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', override }) as Json
}

// The same schema with its references pointing to the components of the document.
function relinked(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => relinked(each, names))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const isReference = key === '$ref' && typeof inner === 'string' && inner.startsWith(REF)
    return [key, isReference ? `${COMPONENT}${names.get(inner.slice(REF.length)) ?? ''}` : relinked(inner, names)]
  })
  return Object.fromEntries(entries)
}

/** Creates an empty collection of named schemas. */
export function schemasOf(): Schemas {
  const all: Json = {}
  const cache: Record<'input' | 'output', Map<z.ZodType, Json>> = { input: new Map(), output: new Map() }
  let anonymous = 0
  // A name may already mean another schema: input and output may differ by a default.
  const nameFor = (name: string, text: string, taken: ReadonlyMap<string, string>): string => {
    if (name.startsWith('__')) anonymous += 1
    const base = name.startsWith('__') ? `Part${anonymous}` : name
    const candidates = [base, `${base}Input`, ...Array.from({ length: 9 }, (_, index) => `${base}${index + 2}`)]
    const isFree = (candidate: string) => all[candidate] === undefined || sources.get(candidate) === text
    return candidates.find((candidate) => isFree(candidate) && ![...taken.values()].includes(candidate)) ?? base
  }
  const sources = new Map<string, string>()
  const of = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const known = cache[io].get(schema)
    if (known) return known
    const { $schema: _, $defs = {}, ...root } = toJson(schema, io)
    const names = new Map<string, string>()
    const definitions = Object.entries($defs as Json)
    for (const [name, definition] of definitions) {
      const text = JSON.stringify(definition)
      const chosen = nameFor(name, text, names)
      names.set(name, chosen)
      sources.set(chosen, text)
      all[chosen] ??= {}
    }
    for (const [name, definition] of definitions) {
      const { $id: __, id: ___, ...rest } = relinked(definition, names) as Json
      all[names.get(name) ?? name] = rest
    }
    const json = relinked(root, names) as Json
    cache[io].set(schema, json)
    return json
  }
  return { all, of }
}
