import { z } from 'zod'

/** A JSON schema, or a part of the document. */
export type Json = { [key: string]: unknown }

/** The named schemas of a document, gathered while its operations are written. */
export interface Schemas {
  readonly all: Json
  /** The schema of what goes in or comes out; named ones are put among the components and referred to. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json
}

const REF = '#/$defs/'
const COMPONENT = '#/components/schemas/'

function override({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // Answers grow: a client that refuses unknown fields would break at the next release.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', override }) as Json
}

// The same text with every reference moved to where the document keeps it.
function relinked(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => relinked(each, names))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => {
    const isReference = key === '$ref' && typeof inner === 'string' && inner.startsWith(REF)
    return [key, isReference ? `${COMPONENT}${names.get(inner.slice(REF.length)) ?? ''}` : relinked(inner, names)]
  })
  return Object.fromEntries(entries)
}

/** An empty collection of named schemas. */
export function schemasOf(): Schemas {
  const all: Json = {}
  const made: Record<'input' | 'output', Map<z.ZodType, Json>> = { input: new Map(), output: new Map() }
  let anonymous = 0
  // A name that means something else already: what goes in and what comes out may differ by a default.
  const nameFor = (name: string, text: string, taken: ReadonlyMap<string, string>): string => {
    if (name.startsWith('__')) anonymous += 1
    const base = name.startsWith('__') ? `Part${anonymous}` : name
    const candidates = [base, `${base}Input`, ...Array.from({ length: 9 }, (_, index) => `${base}${index + 2}`)]
    const isFree = (candidate: string) => all[candidate] === undefined || sources.get(candidate) === text
    return candidates.find((candidate) => isFree(candidate) && ![...taken.values()].includes(candidate)) ?? base
  }
  const sources = new Map<string, string>()
  const of = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const known = made[io].get(schema)
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
    made[io].set(schema, json)
    return json
  }
  return { all, of }
}
