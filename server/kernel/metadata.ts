/** A merchant's own keys on one of our things: opaque, never converted, replaced as a whole. */
export type Metadata = Readonly<Record<string, string | number | boolean>>

/** What a buyer entered into a merchant's own fields, by the slug of the field. */
export type CustomFieldData = Readonly<Record<string, string | number | boolean | null>>
