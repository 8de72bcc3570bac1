type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type Base<K> = K extends `${infer B}_${PluralForm}` ? B : never

/** The type of a translation of the English tree `T`: the same keys; of a plural, `_other` and the forms that the language has. */
export type Messages<T> = {
  readonly [K in keyof T as Base<K> extends never ? K : never]: T[K] extends string ? string : Messages<T[K]>
} & {
  readonly [K in keyof T as Base<K> extends never ? never : `${Base<K>}_other`]: string
} & {
  readonly [K in keyof T as Base<K> extends never ? never : `${Base<K>}_${Exclude<PluralForm, 'other'>}`]?: string
}

/** Every key of a tree: the keys of a nested message joined by dots, the forms of a plural as one. */
export type Key<T> = {
  [K in keyof T & string]: T[K] extends string ? (Base<K> extends never ? K : Base<K>) : `${K}.${Key<T[K]>}`
}[keyof T & string]
type At<T, K> = K extends `${infer Step}.${infer Rest}`
  ? Step extends keyof T
    ? At<T[Step], Rest>
    : never
  : K extends keyof T
    ? T[K]
    : `${K & string}_other` extends infer Form extends keyof T
      ? T[Form] | Counted
      : never
/** Marks a plural, whose English form may omit the count. */
type Counted = '{{count}}'
type Placeholder<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholder<Rest> : never
type Values<S> = [Placeholder<S>] extends [never]
  ? []
  : [values: { readonly [N in Placeholder<S>]: N extends 'count' ? number : string | number }]

/** The keys whose messages have no placeholders. */
export type PlainKey<T> = { [K in Key<T>]: Values<At<T, K>> extends [] ? K : never }[Key<T>]

/** Returns one message. The compiler checks the key, and the values that its English message requires. */
export interface Translate<T> {
  <K extends Key<T>>(key: K, ...values: Values<At<T, K>>): string
  /** The BCP 47 tag of the language. */
  readonly language: string
  /** The message of a key that is known only at run time (an error code), or undefined. */
  readonly find: (key: string, values?: Readonly<Record<string, string | number>>) => string | undefined
}

/**
 * Creates the translate function of one tree of messages in one language. `{{name}}` is a placeholder; the keys `x_one`, `x_other` … are
 * the plural forms of `x`, selected by `count`. English always defines the shape: `translator('en', auth)`,
 * `translator<typeof en.auth>('pl', pl.auth)`.
 */
export function translator<const T>(language: string, messages: T): Translate<T>
export function translator<T>(language: string, messages: Messages<T>): Translate<T>
export function translator(language: string, messages: unknown): Translate<unknown> {
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const find = (key: string, values: Readonly<Record<string, string | number>> = {}): string | undefined => {
    const count = values['count']
    const form = typeof count === 'number' ? lookUp(messages, `${key}_${plurals.select(count)}`) : undefined
    const message = form ?? (typeof count === 'number' ? lookUp(messages, `${key}_other`) : undefined) ?? lookUp(messages, key)
    return message?.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values[name]
      return typeof value === 'number' ? numbers.format(value) : (value ?? placeholder)
    })
  }
  const translate = (key: string, values?: Readonly<Record<string, string | number>>) => find(key, values) ?? key
  return Object.assign(translate, { language, find }) as Translate<unknown>
}

function lookUp(messages: unknown, key: string): string | undefined {
  let node: unknown = messages
  for (const step of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined
    node = (node as Record<string, unknown>)[step]
  }
  return typeof node === 'string' ? node : undefined
}
