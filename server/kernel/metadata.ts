/** The merchant's own keys on a resource: opaque, never converted, replaced as a whole. */
export type Metadata = Readonly<Record<string, string | number | boolean>>

/** The values that a buyer entered into the merchant's custom fields, by the slug of the field. */
export type CustomFieldData = Readonly<Record<string, string | number | boolean | null>>
