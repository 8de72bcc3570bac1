import type { FullOrganization } from '#client/index.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'

/** What the form holds. `logo` is an address or a `data:` URL. */
export interface GeneralValues {
  readonly name: string
  readonly slug: string
  readonly logo: string | null
  readonly pairs: readonly Pair[]
}

export type GeneralFaults = { readonly [K in 'name' | 'slug' | 'logo' | 'form']?: string } & {
  readonly pairs?: Readonly<Record<string, string>>
}

/** What is sent: only what differs. */
export interface GeneralChanges {
  name?: string
  slug?: string
  logo?: string | null
  metadata?: Record<string, unknown> | null
}

type Known = Pick<FullOrganization, 'name' | 'slug' | 'logo' | 'metadata'>

/** Metadata arrives as JSON text. */
export function metadataIn(metadata: unknown): Readonly<Record<string, unknown>> {
  const value: unknown = typeof metadata === 'string' ? parsed(metadata) : metadata
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const valuesOf = ({ name, slug, logo, metadata }: Known): GeneralValues => ({
  name,
  slug,
  logo,
  pairs: Object.entries(metadataIn(metadata)).map(([key, value]) => ({ id: key, key, value: shown(value) })),
})

/** Pairs as metadata. A value that still reads as it did keeps what it was (a number, a list); all others are text. */
function metadataOf(pairs: readonly Pair[], former: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => {
      const name = key.trim()
      const isKept = Object.hasOwn(former, name) && shown(former[name]) === value
      return [name, isKept ? former[name] : value]
    }),
  )
}

/** What differs from the organization as it is. */
export function changesOf(values: GeneralValues, known: Known): GeneralChanges {
  const former = metadataIn(known.metadata)
  const metadata = metadataOf(values.pairs, former)
  const name = values.name.trim()
  const slug = values.slug.trim()
  return {
    ...(name !== known.name && { name }),
    ...(slug !== known.slug && { slug }),
    ...(values.logo !== known.logo && { logo: values.logo }),
    ...(!isSame(metadata, former) && { metadata: values.pairs.length === 0 ? null : metadata }),
  }
}

const isSame = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => Object.hasOwn(b, key) && a[key] === b[key])
