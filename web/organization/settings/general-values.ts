import type { FullOrganization } from '#client/index.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import { uniqueKeys } from '#web/parts/metadata.ts'
import { isSlug } from '#web/parts/organizations/use-slug-check.ts'
import type { Pair } from '#web/ui/inputs/key-value-editor.tsx'
import { filled, type Rules } from '#web/ui/inputs/rules.ts'
import { t } from '../messages.ts'
import { refusedText } from '../refusal.ts'

/** The values of the form. `logo` is a URL, `data:` included. */
export interface GeneralValues {
  readonly name: string
  readonly slug: string
  readonly logo: string | null
  readonly pairs: readonly Pair[]
}

/** The request body: only what differs. */
export interface GeneralChanges {
  name?: string
  slug?: string
  logo?: string | null
  metadata?: Record<string, unknown> | null
}

type SavedOrganization = Pick<FullOrganization, 'name' | 'slug' | 'logo' | 'metadata'>

/** The server returns metadata as JSON text. */
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

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export const valuesOf = ({ name, slug, logo, metadata }: SavedOrganization): GeneralValues => ({
  name,
  slug,
  logo,
  pairs: Object.entries(metadataIn(metadata)).map(([key, value]) => ({ id: key, key, value: toText(value) })),
})

const isFilled = ({ key, value }: Pair) => key.trim() !== '' || value !== ''

/** Pairs as metadata, without those into which nothing was typed. A value whose text is unchanged keeps its type (a number, a list); any other value is a string. */
function metadataOf(pairs: readonly Pair[], former: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    pairs.filter(isFilled).map(({ key, value }) => {
      const name = key.trim()
      const isUnchanged = Object.hasOwn(former, name) && toText(former[name]) === value
      return [name, isUnchanged ? former[name] : value]
    }),
  )
}

/** The differences from the saved organization. */
export function changesOf(values: GeneralValues, saved: SavedOrganization): GeneralChanges {
  const former = metadataIn(saved.metadata)
  const metadata = metadataOf(values.pairs, former)
  const name = values.name.trim()
  const slug = values.slug.trim()
  return {
    ...(name !== saved.name && { name }),
    ...(slug !== saved.slug && { slug }),
    ...(values.logo !== saved.logo && { logo: values.logo }),
    ...(!isSame(metadata, former) && { metadata: Object.keys(metadata).length === 0 ? null : metadata }),
  }
}

const isSame = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>) =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => Object.hasOwn(b, key) && a[key] === b[key])

/** The rules of the form. The saved slug stays valid. */
export const generalRules = (saved: SavedOrganization): Rules<GeneralValues> => ({
  name: filled(t('general.nameMissing')),
  slug: [
    filled(t('general.slugMissing')),
    (slug) => (slug.trim() === saved.slug || isSlug(slug.trim()) ? undefined : t('general.slugInvalid')),
  ],
  pairs: uniqueKeys({ missing: t('general.keyMissing'), duplicate: t('general.keyDuplicate') }),
})

/** The meanings of the refusals of the server. */
export const generalRefusals: FaultTable<keyof GeneralValues> = {
  codes: { SLUG_IS_TAKEN: 'slug', ORGANIZATION_ALREADY_EXISTS: 'slug' },
  paths: { 'data.name': 'name', 'data.slug': 'slug', 'data.logo': 'logo' },
  texts: {
    name: { other: t('general.nameMissing') },
    slug: { other: t('general.slugInvalid') },
    logo: { other: t('general.unreadable') },
  },
  text: refusedText,
}

/** The labels of what changed. */
export const changedLabels = ({ name, slug, logo, metadata }: GeneralChanges): readonly string[] =>
  [
    name !== undefined && t('general.name'),
    logo !== undefined && t('general.logo'),
    slug !== undefined && t('general.slug'),
    metadata !== undefined && t('general.metadata'),
  ].filter((label) => label !== false)
