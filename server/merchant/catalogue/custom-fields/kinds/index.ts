// The kinds of custom fields. A new kind is a file in this folder and a line in the table.
import type { z } from 'zod'
import { Bug } from '#kernel/assert.ts'
import { checkbox } from './checkbox.ts'
import { date } from './date.ts'
import type { FieldKind } from './kind.ts'
import { number } from './number.ts'
import { select } from './select.ts'
import { text } from './text.ts'

/** The kinds by name; the name is the `type` on the wire. */
export const fieldKinds = { text, number, date, checkbox, select } as const

export type FieldType = keyof typeof fieldKinds

/** The properties of a field of a kind besides the fields of every one. */
export type PropertiesOf<Type extends FieldType> = z.output<(typeof fieldKinds)[Type]['properties']>

/** The properties of a field of any kind. */
export type FieldProperties = PropertiesOf<FieldType>

// biome-ignore lint/suspicious/noExplicitAny: a kind of any properties; callers give a kind its own
type AnyKind = FieldKind<FieldType, any>

/** The kind of a field. Throws a `Bug` for an unknown type. */
export function kindOf(type: string): AnyKind {
  const found = Object.hasOwn(fieldKinds, type) ? (fieldKinds[type as FieldType] as AnyKind) : undefined
  if (!found) throw new Bug(`There is no kind of custom field ${type}`)
  return found
}
